import type { Plugin } from 'vite'

const link = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/

/**
 * Puts the style sheet into the document. It is small and nothing can be painted without it; as a file of its own it
 * would only be requested once the document has arrived (docs/decisions/0031-page-weight.md). The server gives it the
 * nonce that its content policy requires.
 */
export function documentStyles(): Plugin {
  return {
    name: 'document-styles',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [tag, file = ''] = link.exec(html) ?? []
        const sheet = bundle[file]
        if (tag === undefined || sheet?.type !== 'asset') {
          throw new Error('The document names no style sheet of the build')
        }
        delete bundle[file]
        const css = String(sheet.source).replaceAll('</', '<\\/')
        return html.replace(tag, () => `<style nonce="__STYLE_NONCE__">${css}</style>`)
      },
    },
  }
}
