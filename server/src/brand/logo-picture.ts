import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LogoFile } from '@dashboard/contract/brand-inputs'
import { badRequest, unsupportedType } from '../http/app-error.ts'
import type { RenderAnswer, RenderRequest } from './draw-logo.ts'

type LogoMimeType = LogoFile['mimeType']

const program = new URL('./logo-renderer.ts', import.meta.url)
const fonts = fileURLToPath(new URL('./fonts.conf', import.meta.url))
const timeoutMs = 10_000
const maxOutputLength = 2_000

const names: Record<LogoMimeType, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/jpg': 'JPEG',
  'image/svg+xml': 'SVG',
}

export interface LogoPicture {
  content: Uint8Array
  type: 'image/png' | 'image/jpeg'
}

/** Returns which resource has run out, where drawing takes too much of it. */
export type DrawLogo = (request: RenderRequest) => Promise<RenderAnswer | 'time' | 'memory'>

/**
 * Returns the picture of a logo, which is drawn once, so that nothing else in its file reaches a browser
 * (docs/brand.md).
 * @throws 415 for a file that is not of the type or cannot be read, 400 for one that takes too much to draw.
 */
export async function pictureOf(
  content: Uint8Array,
  mimeType: LogoMimeType,
  draw: DrawLogo,
): Promise<LogoPicture> {
  const name = names[mimeType]
  const answer = await draw({ content, mimeType })
  if (answer === 'time') {
    throw badRequest(
      `This ${name} was not drawn within ${timeoutMs / 1_000} seconds. The server may be busy: upload it again in a minute. If that fails too, save it as a simpler PNG.`,
    )
  }
  if (answer === 'memory') {
    throw badRequest(
      `This ${name} is too complicated: it cannot be drawn within 512 MB. Save it as a simpler PNG, and upload that.`,
    )
  }
  if ('picture' in answer) {
    return { content: answer.picture, type: name === 'JPEG' ? 'image/jpeg' : 'image/png' }
  }
  switch (answer.refusal) {
    case 'other-type':
      throw unsupportedType(
        `This file is not ${name === 'SVG' ? 'an' : 'a'} ${name} by its content.`,
      )
    case 'unreadable':
      throw unsupportedType(`This ${name} cannot be drawn: it is damaged or not complete.`)
    case 'too-many-pixels':
      throw badRequest(
        `This ${name} has more than 25 million pixels. Make it smaller, and upload it again.`,
      )
  }
}

/** Draws in a separate process without this one's settings, which is killed at a limit. */
export async function drawByProgram(
  request: RenderRequest,
  timeout = timeoutMs,
): ReturnType<DrawLogo> {
  const child = fork(program, {
    serialization: 'advanced',
    env: { FONTCONFIG_FILE: fonts },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stderr?.on('data', (text: Buffer) => {
    output = `${output}${text}`.slice(-maxOutputLength)
  })
  let answer: RenderAnswer | undefined
  child.on('message', (message: RenderAnswer) => {
    answer = message
  })
  child.send(request, () => {
    // If the process ended before it received the order, its `close` event says so.
  })
  const [code] = await once(child, 'close')
  if (answer) return answer
  if (code === null) return child.killed ? 'time' : 'memory'
  throw new Error(`The program that draws logos ended without an answer: ${output.trim()}`)
}
