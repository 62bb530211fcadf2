/** `npm run bench`: measures the console against direct calls and prints one Markdown table. */
import { ensureWebBuilt } from '../../scripts/workspace.mjs'
import { measureBucketList, measureLogin, measureSession } from './cases/calls.ts'
import { measureDirect } from './cases/direct.ts'
import { measureDrives } from './cases/drives.ts'
import { measureEngine } from './cases/engine/engine.ts'
import { measureIdentity } from './cases/identity.ts'
import { measureInBrowser } from './cases/in-browser.ts'
import { measureLogSearch } from './cases/log-search.ts'
import { measureManyFiles } from './cases/many-files.ts'
import { measureMigration } from './cases/migration.ts'
import { measureObjects } from './cases/objects/objects.ts'
import { measurePages } from './cases/pages.ts'
import { measureScrolling } from './cases/scrolling.ts'
import { measureStartUp } from './cases/start-up.ts'
import { measureTasks } from './cases/tasks.ts'
import { measureTenants } from './cases/tenants.ts'
import { measureTools } from './cases/tools/tools.ts'
import { measureDownload, measureUpload, measureUploadInParts } from './cases/transfers.ts'
import { describeRun } from './machine.ts'
import { hasMinio, type Options, readOptions } from './options.ts'
import { renderShortfalls, renderTable } from './report.ts'
import type { Row } from './result.ts'

const CASES: Record<string, (options: Options) => Promise<Row[]>> = {
  'start-up': measureStartUp,
  pages: measurePages,
  tasks: measureTasks,
  scrolling: measureScrolling,
  drives: measureDrives,
  login: measureLogin,
  session: measureSession,
  buckets: measureBucketList,
  identity: measureIdentity,
  objects: measureObjects,
  upload: measureUpload,
  uploadInParts: measureUploadInParts,
  download: measureDownload,
  'many-files': measureManyFiles,
  direct: measureDirect,
  'in-browser': measureInBrowser,
  tools: measureTools,
  'log-search': measureLogSearch,
  ...(hasMinio() && { migration: measureMigration }),
  tenants: measureTenants,
  ...(hasMinio() && { engine: measureEngine }),
}

async function main(): Promise<void> {
  const options = optionsOrExplanation()
  if (options === undefined) return
  ensureWebBuilt()
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(CASES)) {
    if (options.only !== undefined && options.only !== name) continue
    process.stderr.write(`${name} … `)
    const startedAt = performance.now()
    try {
      rows.push(...(await measure(options)))
      process.stderr.write(`${Math.round((performance.now() - startedAt) / 1000)} s\n`)
    } catch (error) {
      // The results of the other cases are still valid, but the run has failed.
      process.stderr.write('failed\n')
      console.error(error)
      process.exitCode = 1
    }
  }
  console.log(`${describeRun(options)}\n\n${renderTable(rows)}\n\n${renderShortfalls(rows)}`)
}

function optionsOrExplanation(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2), Object.keys(CASES))
  } catch (error) {
    // A mistyped option needs a message, not a stack trace.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
    return undefined
  }
}

await main()
