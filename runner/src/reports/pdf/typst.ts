import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'

/** The reason why Typst refused, without a full stop. */
export class TypstError extends Error {
  /** Characters that no font draws in their place, such as marks of two scripts on one letter. */
  undrawn: ReadonlySet<string> = new Set()
}

const fontFolder = fileURLToPath(new URL('../../../fonts', import.meta.url))
/** The only folder that a template can read: it holds the templates, and the files given for one drawing. */
const workspace = fileURLToPath(new URL('./templates', import.meta.url))

let compiler: NodeCompiler | undefined

export interface DrawnPdf {
  pdf: Uint8Array
  pages: number
}

/**
 * Fills a template and returns the PDF, tagged by the rules of PDF/UA-1.
 * @throws TypstError when the template cannot be drawn so.
 */
export function drawTemplate(request: {
  template: 'circuit' | 'congregation' | 'list'
  /** JSON that the template finds under `sys.inputs.report`. */
  view: unknown
  /** Bytes keyed by path in the workspace, such as `/logo`. */
  files: Record<string, Uint8Array>
  /** The PDF's creation time, as an ISO instant. */
  createdAt: string
}): DrawnPdf {
  compiler ??= NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: [fontFolder] }] })
  try {
    for (const [path, bytes] of Object.entries(request.files)) {
      compiler.mapShadow(join(workspace, path), Buffer.from(bytes))
    }
    const document = compile(compiler, request.template, JSON.stringify(request.view))
    const pdf = exportPdf(compiler, document, Math.floor(Date.parse(request.createdAt) / 1000))
    return { pdf, pages: document.numOfPages }
  } finally {
    compiler.resetShadow()
    // Without this call the layout of every report stays in memory.
    compiler.evictCache(0)
  }
}

function compile(compiler: NodeCompiler, template: string, report: string): NodeTypstDocument {
  const result = compiler.compile({
    mainFilePath: join(workspace, `${template}.typ`),
    inputs: { report },
    resetRead: true,
  })
  if (result.result) return result.result
  const diagnostics: unknown[] = result.takeError()?.shortDiagnostics ?? []
  const messages = diagnostics.map((diagnostic) =>
    typeof diagnostic === 'object' && diagnostic !== null && 'message' in diagnostic
      ? String(diagnostic.message)
      : '',
  )
  throw new TypstError(messages.filter(Boolean).join('; ') || 'the template has an error')
}

function exportPdf(
  compiler: NodeCompiler,
  document: NodeTypstDocument,
  creationTimestamp: number,
): Uint8Array {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1', creationTimestamp })
  } catch (error) {
    const refused = new TypstError(exportDetail(error), { cause: error })
    refused.undrawn = undrawnIn(error)
    throw refused
  }
}

function undrawnIn(error: unknown): Set<string> {
  const text = error instanceof Error && 'code' in error ? String(error.code) : ''
  const named = [...text.matchAll(/the text `\\"(.*?)\\"` could not be displayed/g)]
  return new Set(
    named.flatMap(([, shown = '']) => [
      ...shown.replace(/\\{1,2}u\{([0-9a-f]+)\}/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      ),
    ]),
  )
}

/** Returns the diagnostics of an export error, which are text in `code`; its message may be empty. */
function exportDetail(error: unknown): string {
  const text =
    error instanceof Error && 'code' in error ? `${error.code} ${error.message}` : String(error)
  const messages = [...text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map(([, message = '']) =>
    message.replaceAll('\\"', '"').replaceAll('\\\\', '\\'),
  )
  return [...new Set(messages)].join('; ').slice(0, 500) || text.trim().slice(0, 500)
}
