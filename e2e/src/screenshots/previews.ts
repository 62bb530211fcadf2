/** What previews show of each kind of object, and what they say in its place. */
import { readFile } from 'node:fs/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import { zipOf } from '@cooperage/web/test-archives'
import type { FrameLocator, Page } from '@playwright/test'
import { greyPng, hostileDocuments, hostilePictures, plainPdf, png } from '../hostile-files.ts'
import { openPreview, previewOf, type StoredFile, storeFile, wav } from '../previews.ts'
import type { StorageProcess } from '../storage-process.ts'
import { text } from '../text.ts'
import { button, type Scene } from './scene.ts'

const BUCKET = 'client-deliveries'
const PREFIX = 'samples/'
const FOLDER = `/object-browser/${BUCKET}/${PREFIX}`
const PARQUET = new URL(
  '../../../packages/web/src/objects/preview/viewers/table/parquet/test-files/snappy.parquet',
  import.meta.url,
)

const PYTHON = `"""Resizes the photos of a shoot for the website."""
from dataclasses import dataclass
from pathlib import Path

LONGEST_EDGE = 2048  # pixels


@dataclass(frozen=True)
class Photo:
    path: Path
    width: int
    height: int
    is_portrait: bool = False

    def scaled(self) -> "Photo":
        factor = min(1.0, LONGEST_EDGE / max(self.width, self.height))
        return Photo(self.path, round(self.width * factor), round(self.height * factor), self.is_portrait)


def photos(folder: Path, pattern: str = r"IMG_\\d{4}") -> list[Photo]:
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} isn't a folder: choose one that holds the selected photos of a single shoot")
    return [Photo(path, 6000, 4000) for path in sorted(folder.glob("*.dng")) if path.stem != "draft"]
`
const YAML = `# The website and what it needs
version: "3.9"
services:
  website:
    image: registry.example.com/website:2026.11
    replicas: 2
    healthcheck: &probe
      path: /healthz
      timeout: 2.5
      enabled: true
  thumbnails:
    image: registry.example.com/thumbnails:2026.10
    healthcheck: *probe
    environment:
      CACHE: ~
      SOURCE: s3://photo-archive/selects/
`
const MARKDOWN = `# Handover

The photos of **Acme** are ready. They are in \`selects/\`, and what didn’t make it is in [the archive](https://example.com/archive/2026).

## What is where

| Folder | Photos | Licence |
| --- | --- | --- |
| \`selects/harbour\` | 48 | Unlimited, worldwide, for every medium |
| \`selects/forest\` | 112 | Web only |

1. Choose the photos.
2. Write to us by Friday:
   - which ones
   - in which size

> Please credit “Studio Lindqvist” in print.

\`\`\`sh
aws s3 sync s3://photo-archive/selects ./selects --exclude "*.dng" --only-show-errors
\`\`\`

---

![Cover of the brochure](cover.jpg)
`
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80"><rect width="120" height="80" fill="#e3c9a8"/><circle cx="86" cy="28" r="14" fill="#c8643c"/><path d="M0 60 30 30l26 24 22-16 42 30v12H0z" fill="#3d5a58"/></svg>`

/** A sky that gets lighter towards the horizon. */
function sky(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) => 70 + Math.round((130 * y) / height + (40 * x) / width)),
    ]),
  )
  return png(width, height, deflateSync(Buffer.concat(rows)))
}

function licences(): string {
  const places = ['Lisbon', 'Aarhus', 'Turku', 'Kyoto']
  const row = (at: number) =>
    [
      `IMG_${String(412 + at).padStart(4, '0')}`,
      places[at % 4],
      at % 5 === 0 ? '' : `2026-${String(1 + (at % 12)).padStart(2, '0')}-14`,
      1200 + 37 * at,
      at % 3 === 0 ? 'Unlimited, worldwide, for every medium, with the name of the photographer in print' : 'Web only',
      'ann.lindqvist@example.com',
    ].join(',')
  const rows = Array.from({ length: 260 }, (_, at) => row(at).replace(/,(Unlimited.*print),/, ',"$1",'))
  return `photo,place,taken,fee in EUR,licence,contact\n${rows.join('\n')}\n`
}

async function files(): Promise<StoredFile[]> {
  const file = (name: string, contentType: string, body: string | Uint8Array, encoding?: string): StoredFile => ({
    name: PREFIX + name,
    contentType,
    body: Buffer.from(body),
    ...(encoding !== undefined && { encoding }),
  })
  const members = Array.from({ length: 30 }, (_, at) => ({ name: `member-${at}`, roles: ['reader'], active: at > 3 }))
  const complex = hostilePictures().find(({ name }) => name === 'svg-copies.svg')
  const bomb = hostileDocuments().find(({ encoding }) => encoding === 'gzip')
  return [
    file('resize.py', 'text/x-python', PYTHON),
    file('team.json', 'application/json', JSON.stringify({ team: { members, owner: null, size: 30 }, version: 2 })),
    file('services.yaml', '', YAML),
    file('licences.csv', 'text/csv', licences()),
    file('visits.parquet', '', await readFile(PARQUET)),
    file('handover.md', 'text/markdown', MARKDOWN),
    file(
      'selects.zip',
      'application/zip',
      zipOf([
        { name: 'selects/' },
        ...[1, 2, 3].map((at) => ({ name: `selects/harbour/cranes-at-dawn-${at}.jpg`, size: 2_348_112 * at })),
        { name: `selects/${'a-rather-long-name-'.repeat(4)}of-a-photo.tiff`, size: 48 },
      ]),
    ),
    file('contract.pdf', 'application/pdf', plainPdf('Terms for photographers', 'Fees')),
    file('harbour.png', 'image/png', sky(1600, 1000)),
    file('portrait.png', 'image/png', sky(300, 900)),
    file('small.png', 'image/png', greyPng(48, 48, 90)),
    file('logo.svg', 'image/svg+xml', DRAWING),
    file('interview.wav', 'audio/wav', wav(4)),
    file('firmware.bin', 'application/octet-stream', Buffer.from(Array.from({ length: 90_000 }, (_, at) => at * at))),
    file('empty.txt', 'text/plain', ''),
    file('damaged.log', 'text/plain', 'not compressed', 'gzip'),
    file('visits.log', 'text/plain', gzipSync('GET /selects/harbour.jpg 200\n'.repeat(60_000)), 'gzip'),
    file('too-large.json', 'application/json', bomb?.body ?? '', 'gzip'),
    file('too-complex.svg', 'image/svg+xml', complex?.body ?? ''),
    file('not-an-image.jpg', 'image/jpeg', 'no image'),
  ]
}

/** An object of each kind, for the scenes of this file. */
export async function storePreviewedFiles(storage: StorageProcess): Promise<void> {
  for (const file of await files()) await storeFile(storage, BUCKET, file)
}

/** Opens the preview of an object, and waits until something of it is shown. */
function previewScene(
  name: string,
  object: string,
  shown: (frame: FrameLocator, page: Page) => { waitFor: () => Promise<void> },
  act?: (frame: FrameLocator) => Promise<void>,
): Scene {
  return {
    name: `preview-${name}`,
    path: FOLDER,
    act: async (page) => {
      await openPreview(page, object)
      const { frame } = previewOf(page, object)
      await shown(frame, page).waitFor()
      await act?.(frame)
    },
  }
}

const code = (frame: FrameLocator) => frame.locator('.cm-line span').first()
const row = (frame: FrameLocator) => frame.getByRole('row').nth(1)
const image = (frame: FrameLocator) => frame.getByRole('img')
const message = (frame: FrameLocator) => frame.getByRole('alert')
const messageOfPage = (_: FrameLocator, page: Page) => page.getByRole('dialog').getByRole('alert')

export const PREVIEW_SCENES: readonly Scene[] = [
  previewScene('text', 'resize.py', code),
  previewScene('text-search', 'resize.py', code, async (frame) => {
    await frame.locator('.cm-content').press('Control+f')
    await frame.locator('.cm-search').waitFor()
  }),
  previewScene('json', 'team.json', code),
  previewScene('yaml', 'services.yaml', code),
  previewScene('csv', 'licences.csv', row),
  previewScene('parquet', 'visits.parquet', row),
  previewScene('markdown', 'handover.md', (frame) => frame.getByRole('heading').first()),
  previewScene('zip', 'selects.zip', row),
  previewScene('pdf', 'contract.pdf', (frame) => frame.locator('canvas[data-page="1"]')),
  previewScene('image', 'harbour.png', image),
  previewScene('image-actual-size', 'harbour.png', image, (frame) =>
    frame.getByRole('button', { name: text('preview:image.actualSize') }).click(),
  ),
  previewScene('image-small', 'small.png', image),
  previewScene('drawing', 'logo.svg', image),
  previewScene('audio', 'interview.wav', (_, page) =>
    page.getByLabel(text('preview:media.label', { name: 'interview.wav' })),
  ),
  previewScene('hex', 'firmware.bin', (frame) => frame.locator('pre').first()),
  previewScene('empty', 'empty.txt', (frame) => frame.getByText(text('preview:isEmpty'))),
  previewScene('encoded', 'visits.log', (frame) => frame.locator('.cm-line').first()),
  previewScene('encoded-too-large', 'too-large.json', messageOfPage),
  previewScene('encoded-damaged', 'damaged.log', messageOfPage),
  previewScene('too-complex', 'too-complex.svg', message),
  previewScene('not-an-image', 'not-an-image.jpg', message),
  {
    name: 'preview-stopped',
    path: FOLDER,
    act: async (page) => {
      // For a picture, nothing has to keep the frame busy.
      await page.route('**/preview-frame', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await openPreview(page, 'harbour.png')
      await previewOf(page, 'harbour.png').dialog.locator('iframe').waitFor()
      await page.evaluate('{ const now = performance.now.bind(performance); performance.now = () => now() + 16_000 }')
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'preview-grid',
    path: FOLDER,
    act: async (page) => {
      // Kept for the account, other scenes would have it.
      await page.route('**/account/tables/*', (route) => route.fulfill({ status: 204 }))
      await button(page, text('preview:grid.show')).click()
      await page.locator('canvas').first().waitFor()
    },
  },
]
