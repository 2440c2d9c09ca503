import { getDocumentProxy } from 'unpdf'

/** Reads a PDF as a viewer and a screen reader do. */

interface PdfText {
  text: string
  /** Position from the left and from the bottom of the page, in points. */
  x: number
  y: number
}

export interface PdfPage {
  texts: PdfText[]
  /** All texts, separated by a space where they are apart. */
  text: string
  tags: PdfTag[]
}

/** An element of the structure tree. */
export interface PdfTag {
  role: string
  /** Text that a screen reader reads instead of the content. */
  alt?: string | undefined
  /** The text inside, in reading order. */
  text: string
  children: PdfTag[]
}

interface StructureNode {
  role?: string
  alt?: string
  id?: string
  children?: StructureNode[]
}

export async function countPages(bytes: Uint8Array): Promise<number> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  await pdf.loadingTask.destroy()
  return pdf.numPages
}

export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts: PdfText[] = []
    const byTag = new Map<string, string>()
    const open: string[] = []
    for (const item of items) {
      if ('str' in item) {
        const text = item.str.replaceAll('\u00a0', ' ')
        texts.push({ text, x: item.transform[4], y: item.transform[5] })
        const tag = open.findLast((id) => id !== '')
        if (tag) byTag.set(tag, (byTag.get(tag) ?? '') + text + (item.hasEOL ? ' ' : ''))
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? '')
    }
    const tree = (await page.getStructTree()) as StructureNode | null
    pages.push({
      texts,
      text: texts
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/g, ' '),
      tags: tree ? (readTag(tree, byTag).children[0]?.children ?? []) : [],
    })
  }
  await pdf.loadingTask.destroy()
  return pages
}

function readTag(
  { role = '', alt, id, children = [] }: StructureNode,
  texts: Map<string, string>,
): PdfTag {
  const nodes = children.map((child) => readTag(child, texts))
  const own = id === undefined ? '' : (texts.get(id) ?? '')
  return {
    role,
    alt,
    text: `${own}${nodes.map(({ text }) => text).join('')}`.replace(/\s+/g, ' '),
    children: nodes.filter((node) => node.role !== ''),
  }
}

/** Returns all tags with these roles on the pages, in reading order. */
export function tagsOf(pages: PdfPage[], ...roles: string[]): PdfTag[] {
  const within = (tag: PdfTag): PdfTag[] => [
    ...(roles.includes(tag.role) ? [tidied(tag)] : []),
    ...tag.children.flatMap(within),
  ]
  return pages.flatMap((page) => page.tags.flatMap(within))
}

function tidied(tag: PdfTag): PdfTag {
  return { ...tag, text: tag.text.trim(), children: tag.children.map(tidied) }
}
