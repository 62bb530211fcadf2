/** What jobs can do, by the kind of their spec. */
import type { JobSpec } from '@cooperage/contract'
import type { JobKind } from '../job-kind.ts'
import { changeKind } from './change-kind.ts'
import { copyKind } from './copy-kind.ts'
import { deleteKind } from './delete-kind.ts'
import { migrateKind } from './migrate/migrate-kind.ts'
import { syncKind } from './sync-kind.ts'
import { versionsKind } from './versions-kind.ts'

const KINDS = {
  delete: deleteKind,
  copy: copyKind,
  move: copyKind,
  copyToServer: copyKind,
  moveToServer: copyKind,
  migrate: migrateKind,
  sync: syncKind,
  change: changeKind,
  restore: versionsKind,
  undelete: versionsKind,
  deleteNoncurrent: versionsKind,
}

export function kindOf({ kind }: Pick<JobSpec, 'kind'>): JobKind {
  // Its spec and its steps are always those of the same kind.
  return KINDS[kind] as unknown as JobKind
}
