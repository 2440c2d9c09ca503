import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  cert: string
  key: string
}

let made: Certificate | undefined

/** Returns a self-signed certificate for loopback, shared by all doubles of a process. */
export function loopbackCertificate(): Certificate {
  made ??= makeCertificate()
  return made
}

function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'smtp-'))
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem']
  const words = [
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=localhost',
    ...names,
    '-days',
    '30',
    ...files,
  ]
  try {
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { cert: read('cert.pem'), key: read('key.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
