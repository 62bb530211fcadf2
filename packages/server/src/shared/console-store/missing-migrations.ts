/** The migrations that bring the tables of a feature up to date. @throws Error if a newer version of the console created them */
export function missingMigrations(feature: string, migrations: readonly string[], version: number): readonly string[] {
  if (version <= migrations.length) return migrations.slice(version)
  throw new Error(`The tables of ${feature} have version ${version}; this console supports up to ${migrations.length}.`)
}
