/**
 * MinIO's server and its client mc, which the tests use unchanged. Go builds them into the cache folder, because no package
 * registry has them as programs: `node scripts/go-programs.mjs mc minio`.
 *
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { cacheFolder } from './cache-folder.mjs'

/** From this version on Go fetches the release that a module asks for by itself. */
const OLDEST_GO = [1, 21]

/**
 * Path of a program, built unless the cache has it.
 * Otherwise `{ missing }` with the reason and what to do about it.
 */
export function ensureGoProgram(name) {
  const folder = join(cacheFolder(), 'go-bin')
  const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(path)) return { path }
  const unfit = whyGoIsUnfit()
  if (unfit !== undefined) return { missing: `${name} is built with Go, and ${unfit}` }
  console.log(`Building ${name} with Go (once, one to three minutes) …`)
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-trimpath', GOTOOLCHAIN: 'auto' }
  const { status, stdout, stderr } = go(['install', `github.com/minio/${name}@latest`], { env })
  if (status === 0 && existsSync(path)) return { path }
  return { missing: `go install github.com/minio/${name}@latest failed:\n${stdout}${stderr}` }
}

/** Why the tests can't build with Go here, and what to do; undefined where they can. */
export function whyGoIsUnfit() {
  const { status, stdout } = go(['env', 'GOVERSION'])
  const advice = `Install Go ${OLDEST_GO.join('.')} or newer from https://go.dev/dl.`
  if (status !== 0) return `Go isn't installed. ${advice}`
  const [, major = 0, minor = 0] = (/^go(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  const isRecent = major > OLDEST_GO[0] || (major === OLDEST_GO[0] && minor >= OLDEST_GO[1])
  return isRecent ? undefined : `the installed ${stdout.trim()} is too old. ${advice}`
}

function go(args, options = {}) {
  return spawnSync('go', args, { encoding: 'utf8', maxBuffer: 64 << 20, ...options })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of process.argv.slice(2)) {
    const { missing } = ensureGoProgram(name)
    if (missing === undefined) continue
    console.log(`!!!!  SKIPPED: everything that needs ${name}. ${missing}`)
    process.exitCode = 1
  }
}
