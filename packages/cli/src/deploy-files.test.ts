/** What the files of `deploy/` say about settings. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOpenIdVariable } from './openid-settings.ts'
import { SETTINGS } from './settings.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const VARIABLES: string[] = Object.values(SETTINGS).flatMap((setting) => ('env' in setting ? setting.env : []))
const namesIn = (file: string) => [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/\bCOOPERAGE_[A-Z0-9_]+/g)]

test('the environment file of the service names every setting but the data folder, which the unit names', () => {
  const names = new Set(namesIn('systemd/cooperage.env').map(([name]) => name))
  expect(VARIABLES.filter((name) => !names.has(name))).toEqual(['COOPERAGE_DATA'])
})

test.each(globSync('**/*.{env,service,yaml,tpl,txt}', { cwd: DEPLOY }))(
  '%s names no setting that does not exist',
  (file) => {
    const unknown = namesIn(file).filter(([name]) => !VARIABLES.includes(name) && !isOpenIdVariable(name))
    expect(unknown.map(([name]) => name)).toEqual([])
  },
)

test('the chart explains the settings of storage servers that are not MinIO', () => {
  const names = new Set(namesIn('helm/cooperage/values.yaml').map(([name]) => name))
  const ofServers =
    /^COOPERAGE_(STORAGE_(KIND|ADDRESSING|PUBLIC_URL)|TRANSFERS|IAM_URL|GARAGE_ADMIN_URL|STS_.*|KEEP_KEYS)$/
  expect(VARIABLES.filter((name) => ofServers.test(name) && !names.has(name))).toEqual([])
})
