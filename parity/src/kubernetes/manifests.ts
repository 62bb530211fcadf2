/** What `deploy/` installs, read from its files. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { parseAllDocuments } from 'yaml'

export const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy')
export const KUBERNETES = join(DEPLOY, 'kubernetes')
export const CHART = join(DEPLOY, 'helm', 'cooperage')
export const ROLES = join(CHART, 'roles')

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; [field: string]: unknown }
  [field: string]: unknown
}

export interface Rule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
  resourceNames?: string[]
}

/** The documents of a YAML text. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() ?? []
  })
}

export function readManifests(file: string): Manifest[] {
  return parseManifests(readFileSync(file, 'utf8'))
}

/** The files of a kustomization and of those that it includes. */
export function kustomized(folder: string): string[] {
  const [kustomization] = readManifests(join(folder, 'kustomization.yaml'))
  return ((kustomization?.resources ?? []) as string[]).flatMap((each) => {
    const path = resolve(folder, each)
    return statSync(path).isDirectory() ? kustomized(path) : [path]
  })
}

export function yamlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name))
}

export function rulesOf(manifest: Manifest | undefined): Rule[] {
  return (manifest?.rules ?? []) as Rule[]
}

/** Each right of a role as `verb resource`. */
export function rightsOf(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}${group === '' ? '' : `.${group}`}`)),
    ),
  )
}

/** The rules without one right. */
export function withoutRight(rules: readonly Rule[], right: string): Rule[] {
  return rules.flatMap((rule) =>
    rule.apiGroups.flatMap((group) =>
      rule.resources.flatMap((resource) => {
        const one = { ...rule, apiGroups: [group], resources: [resource] }
        const verbs = rule.verbs.filter((verb) => rightsOf([{ ...one, verbs: [verb] }])[0] !== right)
        return verbs.length === 0 ? [] : [{ ...one, verbs }]
      }),
    ),
  )
}
