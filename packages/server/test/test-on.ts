import { targetKind } from '@cooperage/testkit'
import { describe, test } from 'vitest'

const nothing = () => undefined
const isMinio = targetKind() === 'minio'

/** For what only one of the storages offers: in a run on the other there is nothing to test, and nothing is skipped. */
export const testOn = { engine: isMinio ? nothing : test, minio: isMinio ? test : nothing }
/** The same for a group of tests. */
export const describeOn = { engine: isMinio ? nothing : describe, minio: isMinio ? describe : nothing }
