import { targetKind } from '@cooperage/testkit'
import { describe, test } from 'vitest'

const nothing = () => undefined
const isMinio = targetKind() === 'minio'

/** For what only one of the storage servers offers: in a run on the other the test is not even skipped. */
export const testOn = { engine: isMinio ? nothing : test, minio: isMinio ? test : nothing }
/** The same for a group of tests. */
export const describeOn = { engine: isMinio ? nothing : describe, minio: isMinio ? describe : nothing }
