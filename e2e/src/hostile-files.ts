/**
 * Files that attack anyone who opens them, created by the journey. Each one that runs
 * calls an address with {@link SIGNAL} in it.
 */
import { deflateSync, gzipSync } from 'node:zlib'
import { zipOf } from '@cooperage/web/test-archives'
import type { StoredFile } from './previews.ts'

/** In the address of whatever content loads or calls if it gets the chance. */
export const SIGNAL = 'hostile-content-ran'

export interface HostileFile extends StoredFile {
  /** What the preview says; undefined where it shows the content. */
  says?: RegExp
}

const SCRIPT = `try{fetch('/${SIGNAL}')}catch(e){}try{top.document.title='${SIGNAL}'}catch(e){}try{localStorage.hostile=1}catch(e){}alert('${SIGNAL}')`
const HTML = `<!doctype html><script>${SCRIPT}</script><img src="/${SIGNAL}.png" onerror="${SCRIPT}"><iframe src="/${SIGNAL}"></iframe>`

const NO_IMAGE = /isn’t an image/
const TOO_LARGE = /million pixels/
const NO_PDF = /isn’t a readable PDF/

const svg = (content: string, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  )

export function png(width: number, height: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG that decodes: grey of this shade. */
export function greyPng(width: number, height: number, shade = 128): Buffer {
  const row = Buffer.alloc(1 + width, shade)
  row[0] = 0
  return png(width, height, deflateSync(Buffer.concat(new Array<Buffer>(height).fill(row))))
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
export function pdf(...objects: (string | { dictionary: string; stream: Buffer })[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(length())
    const isStream = typeof object !== 'string'
    const dictionary = isStream ? `<< ${object.dictionary} /Length ${object.stream.length} >>` : object
    parts.push(Buffer.from(`${index + 1} 0 obj\n${dictionary}\n`))
    if (isStream) parts.push(Buffer.from('stream\n'), object.stream, Buffer.from('\nendstream\n'))
    parts.push(Buffer.from('endobj\n'))
  }
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const text = (words: string) => ({
  dictionary: '',
  stream: Buffer.from(`BT /F1 24 Tf 72 700 Td (${words}) Tj ET`),
})
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const page = (extra = '', box = '0 0 595 842') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${extra} >>`
const jsAction = `<< /S /JavaScript /JS (app.alert\\(1\\); app.launchURL\\('/${SIGNAL}'\\); ${SCRIPT.replaceAll(/[()\\]/g, '\\$&')}) >>`

/** A PDF with one page for each text. */
export function plainPdf(...words: string[]): Buffer {
  const first = 4
  const kids = words.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
  return pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${words.length} >>`,
    FONT,
    ...words.flatMap((word, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      text(word),
    ]),
  )
}

const file = (name: string, contentType: string, body: string | Uint8Array, says?: RegExp): HostileFile => ({
  name,
  contentType,
  body: Buffer.from(body),
  ...(says && { says }),
})

/** Texts, tables and archives; more damaged ones are tried by the tests of their viewers. */
export function hostileDocuments(): HostileFile[] {
  const aliases = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}*a${at}]\n`)
  const encoded = file(
    'encoded-bomb.json',
    'application/json',
    gzipSync(Buffer.alloc(64 * 1024 * 1024, '[')),
    /more than 32/,
  )
  return [
    { ...encoded, encoding: 'gzip' },
    { ...file('encoded-wrongly.txt', 'text/plain', HTML, /doesn’t match/), encoding: 'gzip' },
    file('parquet-footer.parquet', '', parquetOf(Buffer.alloc(200_000, 0x19)), /Parquet file/),
    file(
      'zip-sizes.zip',
      'application/zip',
      zipOf(
        [{ name: '../../etc/passwd', size: 2n ** 62n }, { name: `<img src="/${SIGNAL}.png" onerror="${SCRIPT}">` }],
        { claims: { count: 65_000 } },
      ),
    ),
    file('gzip-bomb.tar.gz', 'application/gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))),
    file(
      'markdown-script.md',
      'text/markdown',
      `${HTML}\n\n[link](javascript:${encodeURIComponent(SCRIPT)}) ![image](/${SIGNAL}.png) <http://127.0.0.1/${SIGNAL}>\n\n${'> '.repeat(20_000)}x`,
    ),
    file('csv-columns.csv', 'text/csv', `=HYPERLINK("http://127.0.0.1/${SIGNAL}")${',x'.repeat(500_000)}\n`),
    file('json-deep.json', 'application/json', '[{"a":'.repeat(100_000)),
    file('yaml-aliases.yaml', 'application/yaml', `a0: &a0 lol\n${aliases.join('')}`),
    file('html-page.html', 'text/html', HTML),
  ]
}

/** A Parquet file with this footer. */
function parquetOf(footer: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')])
}

/** An SVG whose elements copy each other: 10 to the power of the levels. */
function copiesOfCopies(levels: number): Buffer {
  const group = (level: number) => `<g id="a${level}">${`<use href="#a${level - 1}"/>`.repeat(10)}</g>`
  return svg(`<rect id="a0" width="9" height="9"/>${Array.from({ length: levels }, (_, at) => group(at + 1)).join('')}`)
}

/** Images, PDF, sound and video; more sizes and formats are tried by the test of image headers. */
export function hostilePictures(): HostileFile[] {
  const catalog = (extra = '') => `<< /Type /Catalog /Pages 2 0 R ${extra} >>`
  const flateBomb = deflateSync(Buffer.alloc(48 * 1024 * 1024, ' '))
  return [
    file(
      'svg-script.svg',
      'image/svg+xml',
      svg(
        `<script>${SCRIPT}</script><image xlink:href="/${SIGNAL}.png" width="9" height="9"/><use xlink:href="/${SIGNAL}.svg#a"/><rect width="9" height="9"/>`,
        `onload="${SCRIPT}"`,
      ),
    ),
    file(
      'svg-foreign.svg',
      'image/svg+xml',
      svg(
        `<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml">${HTML.slice(15)}</body></foreignObject>`,
      ),
    ),
    file(
      'svg-entities.svg',
      'image/svg+xml',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY x SYSTEM "/${SIGNAL}">]><svg xmlns="http://www.w3.org/2000/svg"><text y="20">&d;&x;</text></svg>`,
    ),
    file('svg-copies.svg', 'image/svg+xml', copiesOfCopies(11), /too complex/),
    file('svg-html-type.svg', 'text/html', svg(`<script>${SCRIPT}</script>`)),
    file('html-as-image.png', 'image/png', HTML, NO_IMAGE),
    file('html-as-svg.svg', 'image/svg+xml', HTML, NO_IMAGE),
    file('gif-script.gif', 'text/javascript', `GIF89a/*${'\0'.repeat(20)}*/=1;${SCRIPT}`),
    file('huge.png', 'image/png', png(65_535, 65_535), TOO_LARGE),
    file('cut.png', 'image/png', png(20, 20, Buffer.from([1, 2, 3]))),
    file(
      'pdf-actions.pdf',
      'application/pdf',
      pdf(
        catalog(`/OpenAction ${jsAction} /Names << /JavaScript << /Names [(a) ${jsAction}] >> >>`),
        PAGES,
        page(
          `/AA << /O ${jsAction} >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (http://127.0.0.1/${SIGNAL}) >> >>]`,
        ),
        text('quiet'),
        FONT,
      ),
    ),
    file(
      'pdf-font-code.pdf',
      'application/pdf',
      pdf(
        catalog(),
        PAGES,
        page(),
        text('quiet'),
        `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 2 3 4 5 (0\\); ${SCRIPT.replaceAll(/[()\\]/g, '\\$&')}//)] >>`,
      ),
    ),
    file('pdf-endless-pages.pdf', 'application/pdf', pdf(catalog(), '<< /Type /Pages /Kids [2 0 R] /Count 1 >>')),
    file(
      'pdf-huge-page.pdf',
      'application/pdf',
      pdf(catalog(), PAGES, page('', '0 0 999999999 999999999'), text('quiet'), FONT),
    ),
    file(
      'pdf-bomb.pdf',
      'application/pdf',
      pdf(catalog(), PAGES, page(), { dictionary: '/Filter /FlateDecode', stream: flateBomb }, FONT),
    ),
    file('html-as-pdf.pdf', 'application/pdf', HTML, NO_PDF),
    file('html-as-video.mp4', 'video/mp4', HTML),
    file('html-as-sound.mp3', 'text/html', HTML),
  ]
}
