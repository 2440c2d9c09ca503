import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/**
 * Lets Typst lay out a table with one letter in each of four cells per row and write it with tags, several times:
 * `<folder of fonts> <rows> <times>`. No report of the product can take less.
 */

const [fonts = '', rows = '', times = ''] = process.argv.slice(2)
const text = `#set document(title: "Table")
#set text(font: "Noto Sans", size: 8pt)
#set page(paper: "us-letter")
#table(columns: (1fr, 1fr, 1fr, 1fr), ..range(4 * ${rows}).map(_ => [a]))`

const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [fonts] }] })
for (let index = 0; index < Number(times); index += 1) {
  const { result } = compiler.compile({ mainFileContent: text, resetRead: true })
  if (!result) throw new Error('Typst refused the table')
  compiler.pdf(result, { pdfStandard: 'ua-1', creationTimestamp: 0 })
  compiler.evictCache(0)
}
