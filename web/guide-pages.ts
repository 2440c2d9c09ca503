import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import type { Plugin } from 'vite'

const docs = join(import.meta.dirname, '../docs')
/** The guides that coordinators read in the browser; the web app links to the first (docs/your-data.md). */
const names = ['your-data', 'sheet-format']
const pictureLink = /^screenshots\/[\w.-]+\.png$/

export interface GuidePage {
  html: string
  /** The pictures in the pages, below `docs/`. */
  pictures: readonly string[]
}

/**
 * Returns a page of `docs/` as a document of its own. Links to pages that are for operators and not in the browser
 * become text.
 */
export function guidePage(markdown: string): GuidePage {
  const pictures: string[] = []
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const [file = '', section] = href.split('#')
        const name = basename(file, '.md')
        if (file !== '' && !names.includes(name)) return text
        const page = file === '' ? '' : `${name}.html`
        return `<a href="${page}${section === undefined ? '' : `#${section}`}">${text}</a>`
      },
      image({ href, text }: Tokens.Image) {
        if (!pictureLink.test(href)) throw new Error(`No picture of docs/screenshots: ${href}`)
        pictures.push(href)
        return `<a href="${href}"><img src="${href}" alt="${text}" loading="lazy"></a>`
      },
      // Wide tables scroll, also with the keyboard, so that the page itself does not.
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th') => {
          const each = cells.map(
            ({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`,
          )
          return `<tr>${each.join('')}</tr>`
        }
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`
      },
    },
  })
  const body = marked.parse(markdown, { async: false })
  const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? []
  return { html: documentOf(title, body), pictures }
}

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="stylesheet" href="guide.css">
    <title>${title} - SMPW Dashboard</title>
  </head>
  <body>
    <nav aria-label="Dashboard"><a href="/dashboard/sync">Back to the dashboard</a></nav>
    <main>${body}</main>
  </body>
</html>
`
}

/** Adds the guide's pages and their pictures to the build, beside its style sheet in `public/guide`. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    apply: 'build',
    generateBundle() {
      const emit = (path: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `guide/${path}`, source })
      const pages = names.map((name) => ({
        name,
        ...guidePage(readFileSync(join(docs, `${name}.md`), 'utf8')),
      }))
      for (const { name, html } of pages) emit(`${name}.html`, html)
      const pictures = new Set(pages.flatMap((page) => page.pictures))
      for (const picture of pictures) emit(picture, readFileSync(join(docs, picture)))
    },
  }
}
