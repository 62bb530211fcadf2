import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startEngine } from '@cooperage/engine'
import { type Child, startChild, tempFolder } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanEnv, MAIN } from './cooperage.ts'

let folder: ReturnType<typeof tempFolder>
let dataDir: string

beforeEach(() => {
  folder = tempFolder('engine-commands')
  dataDir = join(folder.path, 'data')
})

afterEach(() => folder.remove())

/** Runs the command until it exits. */
async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child: Child = startChild(process.execPath, [MAIN, ...args], { env: cleanEnv() })
  await new Promise((resolve) => child.process.once('close', resolve))
  return { code: child.process.exitCode, output: child.output() }
}

async function* bytes(size: number) {
  yield Buffer.alloc(size, 'c')
}

async function fill(): Promise<void> {
  const { store, close } = await startEngine({ dataDir, log: () => undefined })
  await store.createBucket('casks')
  const metadata = { contentType: '', headers: {}, user: {} }
  await store.putObject('casks', 'large', bytes(100_000), { metadata })
  await store.putObject('casks', 'small', bytes(100), { metadata })
  await close()
}

/** Every file of a folder with its modification time and digest. */
function snapshot(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).mtimeMs} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .sort()
}

/** Changes a byte of the only data file. */
function damage(): void {
  const objects = join(dataDir, 'objects')
  const [name = ''] = readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((path) => path.length > 3)
  const file = join(objects, name)
  const content = readFileSync(file)
  content.write('!', 50_000)
  writeFileSync(file, content)
}

test('reports no damage for an intact folder, and leaves it unchanged', async () => {
  await fill()
  const before = snapshot(dataDir)
  expect(await run('engine', 'check', '--data', dataDir)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^1 buckets, 2 object versions, 0 incomplete uploads, \d+ documents\.\n100100 bytes verified against their checksums\.\nNo damage found\.\n$/,
    ),
  })
  expect(snapshot(dataDir)).toEqual(before)
})

test('reports damaged objects by name, as text and as JSON', async () => {
  await fill()
  damage()
  const { code, output } = await run('engine', 'check', '--data', dataDir)
  expect(code).toBe(1)
  expect(output).toMatch(/^damaged {2}casks\/large: Stored bytes of objects\/.* are damaged \(block 0\)\.$/m)
  expect(output).toMatch(/^Damage found: 1\.$/m)

  const json = await run('engine', 'check', '--data', dataDir, '--json')
  expect(json.code).toBe(1)
  const lines = json.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { problem: 'damaged', subject: 'casks/large' },
    { summary: { buckets: 1, versions: 2 }, damages: 1, notes: 0 },
  ])
})

test('reports an unreadable index instead of crashing', async () => {
  await fill()
  const index = join(dataDir, 'index', 'data.mdb')
  const content = readFileSync(index)
  for (let position = 8192; position < content.length; position += 7) content.writeUInt8(0xa5, position)
  writeFileSync(index, content)
  const { code, output } = await run('engine', 'check', '--data', dataDir)
  expect(code).toBe(1)
  expect(output).toMatch(/^unreadable {2}index: reading it ended .*$/m)
  expect(output).toMatch(/^The check stopped early\.$/m)
})

test('exits with code 2 and the reason if the check is not possible', async () => {
  expect(await run('engine', 'check', '--data', dataDir)).toEqual({
    code: 2,
    output: `${dataDir} is not a data folder of the engine: it has no index.\n`,
  })
  const engine = await startEngine({ dataDir, log: () => undefined })
  expect(await run('engine', 'check', '--data', dataDir)).toEqual({
    code: 2,
    output: `Another process is using the data folder ${dataDir}.\n`,
  })
  await engine.close()
  expect(await run('engine', 'check', '--dta', dataDir)).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage: cooperage engine check [--data <folder>] [--json]'),
  })
  expect(await run('engine', 'chek')).toMatchObject({
    code: 2,
    output: expect.stringContaining(`"engine chek" isn't a command`),
  })
})

test('backs up a folder in use to a copy that passes the check, starts, and has the stored objects', async () => {
  await fill()
  const engine = await startEngine({ dataDir, log: () => undefined })
  const to = join(folder.path, 'copy')
  expect(await run('engine', 'backup', '--data', dataDir, '--to', to)).toEqual({
    code: 0,
    output: `Copied the index and 1 files with 100004 bytes to ${to}.\nTo verify the copy, run: cooperage engine check --data ${to}\n`,
  })
  await engine.close()
  expect((await run('engine', 'check', '--data', to)).code).toBe(0)
  const copy = await startEngine({ dataDir: to, log: () => undefined })
  expect(copy.root).toEqual(engine.root)
  expect(copy.store.statObject('casks', 'large').size).toBe(100_000)
  await copy.close()
})

test('lists its commands', async () => {
  expect(await run('engine', '--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('cooperage engine backup --to <folder>'),
  })
})

test('requires a data folder, and an empty folder for its backup', async () => {
  const to = join(folder.path, 'copy')
  expect(await run('engine', 'backup', '--data', dataDir, '--to', to)).toEqual({
    code: 1,
    output: `${dataDir} is not a data folder of the engine: it has no index.\n`,
  })
  await fill()
  writeFileSync(join(dataDir, 'format'), '3\n')
  expect(await run('engine', 'backup', '--data', dataDir, '--to', to)).toEqual({
    code: 1,
    output: expect.stringMatching(/has format 3; this version reads format 1 and 2 only\. .*\n$/),
  })
  writeFileSync(join(dataDir, 'format'), '2\n')
  mkdirSync(to)
  writeFileSync(join(to, 'other'), '')
  expect(await run('engine', 'backup', '--data', dataDir, '--to', to)).toEqual({
    code: 1,
    output: `${to} is not empty.\n`,
  })
  expect(await run('engine', 'backup', '--data', dataDir)).toMatchObject({
    code: 2,
    output: expect.stringContaining('--to is required'),
  })
})

test('removes the second factors of an account, of one storage server or of all', async () => {
  const reset = (...args: string[]) => run('second-factor', 'reset', '--data', dataDir, ...args)
  expect(await reset()).toMatchObject({ code: 2, output: expect.stringContaining('--account is required') })
  const files = [dataDir, join(dataDir, 'servers', 'paris')].map((path) => {
    mkdirSync(path, { recursive: true })
    return join(path, 'console.sqlite')
  })
  for (const file of files) new DatabaseSync(file).close()
  // It creates the tables, as the first sign-in does.
  expect(await reset('--account', 'root')).toMatchObject({ code: 1, output: expect.stringContaining('case-sensitive') })
  for (const [index, file] of files.entries()) {
    const database = new DatabaseSync(file)
    const add = database.prepare("INSERT INTO cooperage_factors VALUES (?, ?, 'totp', 'totp', '', '', '', 0, 0, 0)")
    for (const account of ['root', 'anna']) add.run(['', 'paris'][index] ?? '', account)
    database.close()
  }
  expect(await reset('--account', 'root', '--server', 'paris')).toEqual({
    code: 0,
    output: 'Removed 1 second factor of root, and its recovery codes.\n',
  })
  expect(await reset('--account', 'root')).toMatchObject({ code: 0 })
  expect(await reset('--account', 'root')).toMatchObject({ code: 1 })
  expect((await reset('--account', 'anna')).output).toContain('2 second factors of anna')
})
