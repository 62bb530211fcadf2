/** The embedded engine compared with MinIO on the same disk in the same run. Needs MinIO; the column "direct" is MinIO here. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Options } from '../../options.ts'
import { mappedFilesMib, residentMib } from '../../process-cost.ts'
import { atMost, type Row } from '../../result.ts'
import { measureManyKeys } from './many-keys.ts'
import { measureMultipart } from './multipart.ts'
import { onBothSides, type Sides } from './sides.ts'
import { measureSizes } from './sizes.ts'

const MEMORY_AT_REST_MIB = 120
/** By then a server has finished the cleanup after its start or after work. */
const REST_MS = 5_000

export function measureEngine(options: Options): Promise<Row[]> {
  return onBothSides(async (sides) => {
    const rows = await atRest(sides, 'memory at rest, after the start', atMost(MEMORY_AT_REST_MIB, 'MiB'))
    for (const measure of [measureSizes, measureMultipart, measureManyKeys]) {
      rows.push(...(await measure(options, sides)))
    }
    rows.push(...(await atRest(sides, 'memory at rest, after all this')))
    return rows.map((row) => ({ ...row, what: row.what.startsWith('…') ? row.what : `engine: ${row.what}` }))
  })
}

async function atRest({ engine, minio }: Sides, what: string, target?: Row['target']): Promise<Row[]> {
  await delay(REST_MS)
  const row = (text: string, measure: (pid: number) => number): Row => ({
    what: text,
    unit: 'MiB',
    ours: [measure(engine.pid)],
    direct: [measure(minio.pid)],
  })
  return [
    { ...row(what, residentMib), ...(target === undefined ? {} : { target }) },
    // The engine maps its index: after a million keys most of it is resident.
    row('… of it pages of files', mappedFilesMib),
  ]
}
