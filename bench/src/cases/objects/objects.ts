/** The object browser with large data: lists, a million rows in a browser, a long version history, a large deletion. */
import type { Options } from '../../options.ts'
import type { Row } from '../../result.ts'
import { measureObjectList } from '../object-list.ts'
import { measureDeletion } from './deletion.ts'
import { measureMillionRows } from './million-rows.ts'
import { measureRewind } from './rewind.ts'

export async function measureObjects(options: Options): Promise<Row[]> {
  const rows: Row[] = []
  for (const measure of [measureObjectList, measureMillionRows, measureRewind, measureDeletion]) {
    rows.push(...(await measure(options)))
  }
  return rows
}
