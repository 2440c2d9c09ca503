import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { StorageSettings } from '../settings/settings.ts'
import type { FileEntry, FileStore } from './file-store.ts'
import { checkStorage } from './s3-check.ts'
import { explainS3Failure } from './s3-failures.ts'

export type S3Settings = Extract<StorageSettings, { kind: 's3' }>

/** Time limits of the storage in milliseconds; each call is tried three times. */
interface S3Timeouts {
  connect: number
  /** Until a response begins, for calls that send no content: three tries fit into the time of a call. */
  answer: number
  /** Longest time without any data in either direction. */
  idle: number
}

/** Headers that an upload's address signs: without size and type, it would accept any file. */
const signableHeaders = new Set(['content-length', 'content-type', 'host'])

const defaultTimeouts: S3Timeouts = { connect: 4_000, answer: 4_000, idle: 15_000 }

/** Opens the files of an S3-compatible bucket, below a prefix. Credentials come from the usual AWS variables. */
export function openS3Files(settings: S3Settings, timeouts = defaultTimeouts): FileStore {
  const client = openClient(settings, timeouts)
  const soon = { requestTimeout: timeouts.answer }
  const at = (key: string) => ({
    Bucket: settings.bucket,
    Key: settings.prefix ? `${settings.prefix}/${key}` : key,
  })
  const explained = async <T>(operation: Promise<T>): Promise<T> => {
    try {
      return await operation
    } catch (error) {
      throw explainS3Failure(error, settings)
    }
  }
  const put = (key: string, content: Uint8Array | Readable, contentType: string, size?: number) => {
    const command = new PutObjectCommand({
      ...at(key),
      Body: content,
      ContentType: contentType,
      ContentLength: size,
    })
    return explained(client.send(command))
  }
  const remove = (key: string) => explained(client.send(new DeleteObjectCommand(at(key)), soon))
  const sizeOf = async (key: string) => {
    const request = client.send(new HeadObjectCommand(at(key)), soon).catch(ignoreMissing)
    return (await explained(request))?.ContentLength
  }

  return {
    async write(key, content, contentType) {
      if (content instanceof Uint8Array) await put(key, content, contentType)
      else await put(key, content.stream, contentType, content.size)
    },

    async open(key) {
      const request = client.send(new GetObjectCommand(at(key)), soon).catch(ignoreMissing)
      const answer = await explained(request)
      if (!(answer?.Body instanceof Readable)) return undefined
      return { size: answer.ContentLength ?? 0, stream: answer.Body }
    },

    sizeOf,

    async delete(key) {
      await remove(key)
    },

    list(folder) {
      const prefix = at(folder === undefined ? '' : `${folder}/`)
      return explained(listObjects(client, prefix, settings.prefix))
    },

    signUpload(key, { sizeBytes, contentType, expiresInMs }) {
      const command = new PutObjectCommand({
        ...at(key),
        ContentLength: sizeBytes,
        ContentType: contentType,
      })
      const expiresIn = Math.floor(expiresInMs / 1_000)
      return explained(getSignedUrl(client, command, { expiresIn, signableHeaders }))
    },

    check() {
      return checkStorage({ put, remove, sizeOf, signUpload: this.signUpload }, settings)
    },
  }
}

function openClient(settings: S3Settings, { connect, idle }: S3Timeouts): S3Client {
  return new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    // Older servers refuse the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connect,
      socketTimeout: idle,
      throwOnRequestTimeout: true,
    },
  })
}

/** Returns all files whose key begins with the prefix; their keys lack the storage's own prefix. */
async function listObjects(
  client: S3Client,
  { Bucket, Key: Prefix }: { Bucket: string; Key: string },
  storagePrefix: string,
): Promise<FileEntry[]> {
  const files: FileEntry[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key = '', LastModified } of Contents) {
      const key = storagePrefix ? Key.slice(storagePrefix.length + 1) : Key
      files.push({ key, modifiedAt: LastModified ?? new Date() })
    }
  }
  return files
}

/** Returns `undefined` for a missing file; throws for anything else, including a missing bucket. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return
  throw error
}
