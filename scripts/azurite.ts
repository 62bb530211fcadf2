/**
 * Azurite for tests: an Azure Blob Storage that npm installs into the cache folder, because its 370 packages are too many for
 * one test.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { messageOf, run } from './go-programs.ts'

const VERSION = '3.35.0'

/** Where it is, whether it is there yet or not. */
export function azuriteFolder(): string {
  return join(cacheFolder(), `azurite-${VERSION}`)
}

/** The program that serves blobs. */
export function azuriteProgram(): string {
  return join(azuriteFolder(), 'node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js')
}

/** Fills the folder unless the cache has it, all or nothing. Returns what went wrong; '' otherwise. */
export function ensureAzurite(): string {
  const folder = azuriteFolder()
  if (existsSync(folder)) return ''
  console.log('Fetching Azurite with npm (once, 190 MB) …')
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(join(dirname(folder), '.new-'))
  try {
    writeFileSync(join(work, 'package.json'), '{ "private": true }\n')
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `azurite@${VERSION}`], { cwd: work })
    renameSync(work, folder)
    return ''
  } catch (error) {
    return messageOf(error)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
