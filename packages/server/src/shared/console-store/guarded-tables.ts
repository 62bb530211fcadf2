import { AppError, type ErrorCode } from '@cooperage/contract'
import type { ConsoleStore, FeatureTables } from './console-store.ts'

/**
 * The tables of a feature whose calls reject with an error for visitors while the database is unavailable. A store that doesn't
 * exist yet has nothing, and isn't created to find that out.
 */
export function guardedTables(
  store: Pick<ConsoleStore, 'isCreated' | 'tables'>,
  feature: string,
  migrations: readonly string[],
  code: ErrorCode = 'ConsoleStoreUnavailable',
): FeatureTables {
  const tables = store.tables(feature, migrations)
  const guard = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (cause) {
      throw new AppError(code, {}, { cause })
    }
  }
  return {
    all: (...statement) => (store.isCreated() ? guard(tables.all(...statement)) : Promise.resolve([])),
    run: (...statement) => guard(tables.run(...statement)),
    batch: (statements) => guard(tables.batch(statements)),
  }
}
