import { findConnectionReason, tlsFaultOf } from '../outside/connection-reasons.ts'
import { codeOf } from '../outside/error-code.ts'
import { StorageError } from './file-store.ts'

/** How far apart clocks may be; an upload's address is valid for ten minutes. */
const clockToleranceMinutes = 5

export interface S3Location {
  bucket: string
  endpoint: string | undefined
  region: string
}

/** Converts a failed call of the storage into an error whose message says what to do. */
export function explainS3Failure(error: unknown, location: S3Location): StorageError {
  const { name, status, code } = readFailure(error)
  const sentence = sentenceFor(name, status, location)
  if (sentence !== undefined) return new StorageError(sentence, { cause: error })
  if (code === 'ERR_SYSTEM_ERROR') {
    return new StorageError(
      'The client of the file storage looks for a home folder, and the user that runs this has none. Set HOME to any folder.',
      { cause: error },
    )
  }
  const where = describe(location)
  const reason = code === 'ETIMEDOUT' ? undefined : findConnectionReason(error)
  if (reason !== undefined) {
    return new StorageError(
      `${where} cannot be reached: ${reason}. Check that it runs and that STORAGE_URL names it.`,
      { isUnavailable: tlsFaultOf(error) === undefined, cause: error },
    )
  }
  // Checked second, because the SDK also calls a broken connection a timeout.
  if (name === 'TimeoutError' || code === 'ETIMEDOUT') {
    return new StorageError(
      `${where} cannot be reached: it does not answer. Please try again later.`,
      {
        isTimeout: true,
        cause: error,
      },
    )
  }
  const what = status === undefined ? name : `${status} ${name}`
  return new StorageError(`${where} failed (${what}). Please try again later.`, {
    isUnavailable: status !== undefined && status >= 500,
    cause: error,
  })
}

function sentenceFor(
  name: string,
  status: number | undefined,
  { bucket, endpoint, region }: S3Location,
): string | undefined {
  switch (name) {
    case 'CredentialsProviderError':
      return 'The file storage needs an access key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'ExpiredToken':
    case 'InvalidToken':
      return 'The file storage refuses the access key. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
    case 'RequestTimeTooSkewed':
      return "The file storage says that this machine's clock is wrong. Set the clock, then try again."
    // Ceph, Swift and MinIO, each in its own way. The product itself stores no file that is too large for a storage.
    case 'QuotaExceeded':
    case 'EntityTooLarge':
    case 'XMinioStorageFull':
    case 'XMinioAdminBucketQuotaExceeded':
      return `The file storage is full, or the quota of the bucket "${bucket}" is used up. Make room there, or raise the quota.`
    case 'NoSuchBucket':
      return `The file storage has no bucket named "${bucket}". Create it, or correct STORAGE_URL.`
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `The bucket "${bucket}" is not in the region ${region}. Correct the region in STORAGE_URL.`
  }
  if (status === 401 || status === 403) {
    return `The file storage does not let this access key use the bucket "${bucket}". Allow it to read, write, list and delete there.`
  }
  if (status !== undefined && status >= 200 && status < 400) {
    return `What answers at ${endpoint ?? 'the file storage'} is not an S3 storage. Correct the endpoint in STORAGE_URL.`
  }
  return undefined
}

function describe({ endpoint }: S3Location): string {
  return endpoint === undefined
    ? 'The file storage'
    : `The file storage at ${new URL(endpoint).host}`
}

/**
 * Explains why an upload by a signed address was refused. The SDK corrects a wrong clock by itself, a browser that uses
 * the address does not.
 */
export async function explainSignedUpload(
  answer: Response,
  location: S3Location,
): Promise<StorageError> {
  const text = await answer.text()
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(text) ?? []
  const date = Date.parse(answer.headers.get('date') ?? '')
  const offMinutes = Number.isNaN(date) ? 0 : Math.round(Math.abs(date - Date.now()) / 60_000)
  const sentence =
    offMinutes >= clockToleranceMinutes
      ? `The clocks of this machine and of the file storage are ${offMinutes} minutes apart. Set the one that is wrong: uploads of logos are refused.`
      : /Content-MD5|checksum/i.test(text)
        ? `The bucket "${location.bucket}" requires a checksum with each upload because of object lock. Switch object lock off, or uploads of logos are refused.`
        : (sentenceFor(code, undefined, location) ??
          `The file storage refuses an upload by a signed address (${answer.status} ${code}). Check its rules, and any proxy between it and this machine: uploads of logos are refused.`)
  return new StorageError(sentence, { cause: undefined })
}

/** Reads the SDK's errors: their name is S3's error code, beside the HTTP status. */
function readFailure(error: unknown) {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined, code: '' }
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
  const response: unknown = '$response' in error ? error.$response : undefined
  return {
    name: error.name,
    status: numberOf(metadata, 'httpStatusCode') ?? numberOf(response, 'statusCode'),
    code: codeOf(error),
  }
}

function numberOf(holder: unknown, key: string): number | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined
  const value: unknown = Reflect.get(holder, key)
  return typeof value === 'number' ? value : undefined
}
