import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { padded, tarHeader, zipOf } from '@cooperage/web/test-archives'
import type { Page } from '@playwright/test'
import { plainPdf } from '../src/hostile-files.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { openPreview, previewOf, type StoredFile, storeFile, wav } from '../src/previews.ts'
import { text } from '../src/text.ts'

const PARQUET = new URL(
  '../../packages/web/src/objects/preview/viewers/table/parquet/test-files/snappy.parquet',
  import.meta.url,
)

/** A JPEG of 40 x 20 pixels, red on the left and blue on the right, to be turned clockwise by a quarter. */
async function turnedJpeg(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 })
    const context = canvas.getContext('2d')
    context.fillStyle = 'red'
    context.fillRect(0, 0, 20, 20)
    context.fillStyle = 'blue'
    context.fillRect(20, 0, 20, 20)
    return canvas.toDataURL('image/jpeg', 1).split(',')[1]
  })()`)
  const jpeg = Buffer.from(base64, 'base64')
  // One entry of TIFF: the orientation 6.
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(tiff)])
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)])
}

async function filesOf(page: Page): Promise<StoredFile[]> {
  const members = Array.from({ length: 40 }, (_, at) => ({ name: `member-${at}`, roles: ['reader', 'writer'] }))
  const services = Array.from({ length: 40 }, (_, at) => `  service-${at}:\n    image: cooperage\n    port: ${at}\n`)
  const file = (name: string, contentType: string, body: string | Uint8Array, encoding?: string): StoredFile => ({
    name,
    contentType,
    body: Buffer.from(body),
    ...(encoding !== undefined && { encoding }),
  })
  return [
    file('01.py', '', 'def greet(name):\n    return "hello"\n'),
    file('02.json', 'application/json', JSON.stringify({ team: { members } })),
    file('03.yaml', '', `services:\n${services.join('')}`),
    file('04.csv', 'text/csv', 'city,people\nAarhus,361544\nLund,94703\n'),
    file('05.tsv', '', 'city\tcountry, region\nTurku\tFinland\n'),
    file('06.parquet', '', await readFile(PARQUET)),
    file('07.md', '', '# Notes\n\n- one\n- [two](https://example.com/two)\n'),
    file('08.zip', 'application/zip', zipOf([{ name: 'photos/' }, { name: 'photos/harbour.jpg', size: 2048 }])),
    file('09.tar', '', Buffer.concat([tarHeader('readme.txt', 5), padded('hello'), Buffer.alloc(1024)])),
    file('10.bin', 'application/octet-stream', Buffer.from([0xca, 0xfe, 0, 0x41, 0x42])),
    file('11.pdf', 'application/pdf', plainPdf('one')),
    file('12.jpg', 'image/jpeg', await turnedJpeg(page)),
    file('13.log', 'text/plain', gzipSync(`${'stored compressed\n'.repeat(100_000)}`), 'gzip'),
    file('14.log', 'text/plain', 'not compressed', 'gzip'),
    file('15.wav', 'audio/wav', wav(4)),
  ]
}

test('every kind of object is shown by its viewer', async ({ page, given, storage, signIn, provokes }) => {
  // The response of an object that isn't encoded as it says.
  provokes('unreachable')
  await signIn()
  const bucket = await given.bucket()
  const files = await filesOf(page)
  await Promise.all(files.map((file) => storeFile(storage, bucket, file)))
  await page.goto(`/object-browser/${bucket}/`)
  await expect(rowOf(page, '15.wav')).toBeVisible()
  const next = async (name: string) => {
    await page.keyboard.press('ArrowRight')
    await expect(previewOf(page, name).dialog).toBeVisible()
    return previewOf(page, name).frame
  }

  await openPreview(page, '01.py')
  const python = previewOf(page, '01.py').frame
  await expect(python.locator('.cm-content')).toContainText('def greet(name):')
  const colors = python.locator('.cm-line').first().locator('span')
  await expect.poll(() => colors.count(), 'colored words').toBeGreaterThan(0)

  const json = await next('02.json')
  await expect(json.getByText(text('previewDocuments:text.indented'))).toBeVisible()
  await expect(json.locator('.cm-foldPlaceholder').first()).toBeVisible()
  await expect(json.locator('.cm-content')).not.toContainText('member-0')
  await json.getByRole('button', { name: text('previewDocuments:text.unfold') }).click()
  await expect(json.locator('.cm-content')).toContainText('"name": "member-0"')

  const yaml = await next('03.yaml')
  await expect(yaml.locator('.cm-foldPlaceholder').first()).toBeVisible()
  await expect(yaml.locator('.cm-content')).not.toContainText('image: cooperage')

  const csv = await next('04.csv')
  await expect(csv.getByRole('columnheader')).toHaveText([text('previewDocuments:table.row'), 'city', 'people'])
  await expect(csv.getByRole('row').nth(1)).toHaveText('1Aarhus361544')

  const tsv = await next('05.tsv')
  await expect(tsv.getByRole('columnheader')).toHaveText([
    text('previewDocuments:table.row'),
    'city',
    'country, region',
  ])

  const parquet = await next('06.parquet')
  await expect(parquet.getByRole('row').nth(1)).toBeVisible()

  const markdown = await next('07.md')
  await expect(markdown.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(markdown.getByRole('listitem')).toHaveText(['one', 'two (https://example.com/two)'])
  await expect(markdown.getByRole('link')).toHaveCount(0)

  const zip = await next('08.zip')
  await expect(zip.getByRole('row').nth(2)).toContainText('photos/harbour.jpg2.0 KiB')
  const tar = await next('09.tar')
  await expect(tar.getByRole('row').nth(1)).toContainText('readme.txt')

  const hex = await next('10.bin')
  await expect(hex.locator('pre')).toContainText(/ca fe 00 41 42 .*AB/)

  const pdf = await next('11.pdf')
  await expect(pdf.locator('canvas[data-page="1"]')).toBeVisible()

  const photo = await next('12.jpg')
  await expect(photo.getByText(text('preview:image.size', { width: 20, height: 40 }))).toBeVisible()
  // Of the turned picture, the color of its upper and its lower half.
  const halves = await photo.getByRole('img').evaluate((image) => {
    const canvas = image.ownerDocument.createElement('canvas')
    Object.assign(canvas, { width: 20, height: 40 })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return [10, 30].map((y) => {
      const [red, , blue] = context.getImageData(10, y, 1, 1).data
      return red > blue ? 'red' : 'blue'
    })
  })
  expect(halves).toEqual(['red', 'blue'])

  const encoded = await next('13.log')
  await expect(encoded.locator('.cm-content')).toContainText('stored compressed')
  await expect(
    encoded.getByText(text('previewDocuments:firstPart', { shown: '1.0 MiB', size: '1.7 MiB' })),
  ).toBeVisible()
  await next('14.log')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    text('preview:encoded.damaged', { encoding: 'gzip' }),
  )

  await next('15.wav')
  const player = page.getByLabel(text('preview:media.label', { name: '15.wav' }))
  await expect.poll(() => player.evaluate((audio) => (audio as unknown as { duration: number }).duration)).toBe(4)
  const ranged = page.waitForResponse((response) => response.status() === 206 && response.url().includes('15.wav'))
  await player.evaluate((audio) => {
    Object.assign(audio, { currentTime: 3 })
  })
  await ranged

  await page.getByRole('button', { name: text('preview:fullScreen'), exact: true }).click()
  await expect(page.getByRole('button', { name: text('preview:leaveFullScreen') })).toBeVisible()
  expect(await page.evaluate('document.fullscreenElement !== null')).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect(previewOf(page, '14.log').dialog).toBeVisible()
  await page.getByRole('button', { name: text('preview:leaveFullScreen') }).click()
  await expect(page.getByRole('button', { name: text('preview:fullScreen'), exact: true })).toBeVisible()
  expect(await page.evaluate('document.fullscreenElement')).toBe(null)
})
