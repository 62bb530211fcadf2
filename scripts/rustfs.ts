/** RustFS, a server that speaks MinIO's admin API, which cargo builds into the cache folder from the registry of Rust. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { messageOf, run } from './go-programs.ts'

const VERSION = '1.0.1'

/** The nightly Rust 1.97 has built it, although it asks for 1.98.1. */
const RUST = 97

const folder = () => join(cacheFolder(), 'rustfs')

/** Where it is, whether it is there yet or not. */
export function rustfsPath(): string {
  return join(folder(), 'bin', 'rustfs')
}

/** Builds it unless the cache has it. Returns what went wrong; '' otherwise. */
export function ensureRustfs(): string {
  if (existsSync(rustfsPath())) return ''
  console.log('Building RustFS with cargo (once, one to two hours) …')
  try {
    // As released it is optimized for hours; FTP, WebDAV and Google's tiers are left out.
    const options = ['--debug', '--locked', '--ignore-rust-version', '--no-default-features']
    const env = { ...process.env, CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' }
    run('cargo', [...toolchain(), 'install', `rustfs@${VERSION}`, ...options, '--root', folder()], {
      env,
      maxBuffer: 64 << 20,
    })
    return ''
  } catch (error) {
    return messageOf(error)
  }
}

/** The nightly Rust of rustup, where cargo itself is older. */
function toolchain(): string[] {
  const { stdout = '' } = spawnSync('cargo', ['--version'], { encoding: 'utf8' })
  const minor = Number(/^cargo 1\.(\d+)/.exec(stdout)?.[1] ?? 0)
  return minor >= RUST ? [] : ['+nightly']
}
