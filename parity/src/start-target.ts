/** Starts the one server that all files of the suite share, and provides its address. */
import { type StorageServer, startTarget } from '@cooperage/testkit'
import type { TestProject } from 'vitest/node'

export type TargetAddress = Pick<StorageServer, 'kind' | 'url' | 'root'>

declare module 'vitest' {
  interface ProvidedContext {
    target: TargetAddress
  }
}

export default async function startSharedTarget(project: TestProject): Promise<() => Promise<void>> {
  const { kind, url, root, stop } = await startTarget()
  project.provide('target', { kind, url, root })
  return stop
}
