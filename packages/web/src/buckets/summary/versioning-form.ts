import { type getVersioning, MAX_EXCLUDED_PREFIXES, type RouteResponse, type setVersioning } from '@cooperage/contract'
import type { CallInput } from '../../shared/api/call.ts'

/** The values of the form; one excluded prefix per line. */
interface VersioningForm {
  isOn: boolean
  prefixes: string
  excludesFolders: boolean
}

export function versioningFormOf(stored: RouteResponse<typeof getVersioning> | undefined): VersioningForm {
  return {
    isOn: stored?.is_versioned ?? false,
    prefixes: stored?.excluded_prefixes.join('\n') ?? '',
    excludesFolders: stored?.exclude_folders ?? false,
  }
}

function prefixesOf({ prefixes }: VersioningForm): string[] {
  return prefixes.split('\n').filter((line) => line.trim() !== '')
}

export function versioningProblem(form: VersioningForm): 'tooMany' | undefined {
  return form.isOn && prefixesOf(form).length > MAX_EXCLUDED_PREFIXES ? 'tooMany' : undefined
}

/** Exclusions are sent only if they were edited, since not every server supports them. */
export function toVersioning(form: VersioningForm, stored: VersioningForm): CallInput<typeof setVersioning>['body'] {
  if (!form.isOn) return { versioning: false }
  const isTouched = form.prefixes !== stored.prefixes || form.excludesFolders !== stored.excludesFolders
  if (!isTouched) return { versioning: true }
  return { versioning: true, excluded_prefixes: prefixesOf(form), exclude_folders: form.excludesFolders }
}
