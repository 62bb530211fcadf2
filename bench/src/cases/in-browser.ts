/** Uploads of a page in Chromium, beside `fetch` in a page without anything else, and how long they hold up the page. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { type Browser, chromium } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import type { Options } from '../options.ts'
import { inTurn } from '../repeat.ts'
import { atLeastOfDirect, atMost, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'

const MIB = 1 << 20
const SMALL_BYTES = 1024
/** As the page. */
const FILES_AT_A_TIME = 6
const SHARE_OF_FETCH = 0.9
/** Longer tasks are felt as a pause. */
const LONGEST_TASK_MS = 100

interface Uploaded {
  /** From the choice of the files until all are stored. */
  ms: number
  /** Tasks of the main thread above 50 ms, without the browser's own that hands over the files. */
  longTasks: number[]
}

export function measureInBrowser(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const folder = tempFolder('bench-in-browser')
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    try {
      const mib = scaled(SCALE.largeMib, options)
      const files = scaled(SCALE.files, options)
      const small = scaled(SCALE.smallFiles, options)
      const large = folderWith(folder.path, 'large', 1, mib * MIB)
      const many = folderWith(folder.path, 'files', files, MIB)
      const tiny = folderWith(folder.path, 'small', small, SMALL_BYTES)
      return [
        await compared(`upload ${mib} MiB in the browser`, mib, 'MiB/s', large),
        await compared(`upload ${files} files of 1 MiB in the browser`, files, '/s', many),
        ...pauses(small, await repeated(tiny)),
      ]
    } finally {
      await browser.close()
      folder.remove()
    }

    async function compared(what: string, amount: number, unit: 'MiB/s' | '/s', path: string): Promise<Row> {
      const rate = ({ ms }: Uploaded) => (amount * 1000) / ms
      const { ours, theirs } = await inTurn(options.repetitions, {
        ours: async () => rate(await uploadByPage(browser, stage, path)),
        theirs: async () => rate(await uploadByFetch(browser, stage, path)),
      })
      return { what, unit, ours, direct: theirs, target: atLeastOfDirect(SHARE_OF_FETCH) }
    }

    async function repeated(path: string): Promise<Uploaded[]> {
      const { ours } = await inTurn(options.repetitions, { ours: () => uploadByPage(browser, stage, path) })
      return ours
    }
  })
}

function pauses(count: number, uploads: readonly Uploaded[]): Row[] {
  return [
    {
      what: `upload a folder of ${count} files of 1 KiB in the browser`,
      unit: '/s',
      ours: uploads.map(({ ms }) => (count * 1000) / ms),
    },
    {
      what: '… longest task of the page',
      unit: 'ms',
      ours: uploads.map(({ longTasks }) => Math.max(0, ...longTasks)),
      target: atMost(LONGEST_TASK_MS, 'ms'),
    },
  ]
}

function folderWith(parent: string, name: string, files: number, bytes: number): string {
  const path = join(parent, name)
  mkdirSync(path)
  const block = randomBytes(Math.min(bytes, MIB))
  for (let at = 0; at < files; at++) {
    const file = join(path, `${String(at).padStart(5, '0')}.bin`)
    for (let written = 0; written < bytes; written += block.length) writeFileSync(file, block, { flag: 'a' })
  }
  return path
}

/** Chooses the folder in the object browser. */
async function uploadByPage(browser: Browser, stage: Stage, path: string): Promise<Uploaded> {
  const context = await browser.newContext({ baseURL: stage.console.url, viewport: { width: 1360, height: 850 } })
  try {
    const { accessKey, secretKey } = stage.storage.root
    await context.request.post('/api/v1/login', { data: { accessKey, secretKey } })
    const page = await context.newPage()
    await page.goto(`/object-browser/${await newBucket(stage)}/`)
    const more = page.getByRole('button', { name: 'More upload options' })
    await more.waitFor()
    await page.evaluate(UNTIL_PRELOADED)
    await page.evaluate(NOTE_TASKS)
    await more.click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Upload folder' }).click()
    await (await chooser).setFiles(path)
    return await page.evaluate<Uploaded>(UNTIL_UPLOADED)
  } finally {
    await context.close()
  }
}

/** Sends the files of the folder with nothing around them, as many at a time as the page does. */
async function uploadByFetch(browser: Browser, stage: Stage, path: string): Promise<Uploaded> {
  const context = await browser.newContext()
  try {
    const bucket = await newBucket(stage)
    await stage.direct.setBucketPolicy(bucket, JSON.stringify(policyForAll(bucket)))
    const page = await context.newPage()
    await page.setContent('<input type="file" multiple />')
    await page.evaluate(NOTE_TASKS)
    await page.locator('input').setInputFiles(readdirSync(path).map((name) => join(path, name)))
    return await page.evaluate<Uploaded>(fetched(`${stage.storage.url}/${bucket}/`))
  } finally {
    await context.close()
  }
}

let buckets = 0

/** A new one each time: the page asks what to do with objects that exist. */
async function newBucket({ direct }: Stage): Promise<string> {
  const bucket = `bench-in-browser-${++buckets}`
  await direct.createBucket(bucket)
  return bucket
}

function policyForAll(bucket: string): object {
  const Resource = `arn:aws:s3:::${bucket}/*`
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:PutObject', Resource }] }
}

// In the page. Strings, because the bench is compiled without DOM types.

const NOTE_TASKS = `{
  window.longTasks = []
  addEventListener('change', () => { window.chosenAt = performance.now() }, { capture: true, once: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (startTime > window.chosenAt) window.longTasks.push(Math.round(duration))
  }).observe({ type: 'longtask' })
}`

/** Until no script was loaded for two seconds: those of other pages, which are loaded once, are no part of an upload. */
const UNTIL_PRELOADED = `(async () => {
  const scripts = () => performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'script').length
  for (let before = -1; before !== scripts(); await new Promise((resolve) => setTimeout(resolve, 2000))) before = scripts()
})()`

/** Waits without asking the page again and again, which would be further tasks. */
const UNTIL_UPLOADED = `new Promise((resolve) => {
  const isDone = () => /^Uploaded [0-9,]+ files?$/.test(document.querySelector('section[aria-label=Uploads] h2')?.textContent)
  const look = () => {
    if (!isDone()) return
    observer.disconnect()
    resolve({ ms: performance.now() - window.chosenAt, longTasks: window.longTasks })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
})`

const fetched = (url: string) => `(async () => {
  const files = [...document.querySelector('input').files]
  const send = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      const { status } = await fetch(${JSON.stringify(url)} + file.name, { method: 'PUT', body: file })
      if (status !== 200) throw new Error('the storage server returned ' + status)
    }
  }
  await Promise.all(Array.from({ length: ${FILES_AT_A_TIME} }, send))
  return { ms: performance.now() - window.chosenAt, longTasks: window.longTasks }
})()`
