import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { FileEntry, FileStore } from './file-store.ts'
import type { StorageSettings } from './settings.ts'

type S3Settings = Extract<StorageSettings, { kind: 's3' }>

/** Files in an S3-compatible bucket, below a prefix. Credentials come from the usual AWS variables. */
export function openS3Files(settings: S3Settings): FileStore {
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    // Older servers refuse the checksums that the client would add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({
    Bucket: settings.bucket,
    Key: settings.prefix ? `${settings.prefix}/${key}` : key,
  })
  const remove = async (key: string) => {
    await client.send(new DeleteObjectCommand(at(key)))
  }

  return {
    async write(key, content, contentType) {
      await client.send(
        new PutObjectCommand({ ...at(key), Body: content, ContentType: contentType }),
      )
    },

    async open(key) {
      const answer = await client.send(new GetObjectCommand(at(key))).catch(ignoreMissing)
      if (!(answer?.Body instanceof Readable)) return undefined
      return { size: answer.ContentLength ?? 0, stream: answer.Body }
    },

    async sizeOf(key) {
      const answer = await client.send(new HeadObjectCommand(at(key))).catch(ignoreMissing)
      return answer?.ContentLength
    },

    delete: remove,

    async list(folder) {
      const { Bucket, Key: Prefix } = at(`${folder}/`)
      const entries: FileEntry[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }),
        )
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = settings.prefix ? Key.slice(settings.prefix.length + 1) : Key
          entries.push({ key, modifiedAt: LastModified ?? new Date() })
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return entries
    },

    async signUpload(key, { sizeBytes, contentType, expiresInMs }) {
      const command = new PutObjectCommand({
        ...at(key),
        ContentLength: sizeBytes,
        ContentType: contentType,
      })
      // Unless both are signed, the address would take a file of any size and type.
      const signableHeaders = new Set(['content-length', 'content-type', 'host'])
      return getSignedUrl(client, command, { expiresIn: expiresInMs / 1_000, signableHeaders })
    },

    async check() {
      const key = `checks/${randomUUID()}`
      await client.send(new PutObjectCommand({ ...at(key), Body: '' }))
      await remove(key)
    },
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return
  throw error
}
