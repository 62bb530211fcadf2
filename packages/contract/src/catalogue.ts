import { ALERT_TEXTS } from './alerts/index.ts'
import { BUCKET_NAME_TEXTS } from './buckets/index.ts'
import { clusterTasks } from './cluster-right.ts'
import { DETAILS } from './details.ts'
import { ERRORS } from './errors.ts'
import { INPUT_PARTS, INPUT_TEXTS, INPUT_TYPES } from './input-texts.ts'
import { OBJECT_NAME_TEXTS, OBJECT_TAGS_TEXTS, SHARE_EXPIRY_TEXTS } from './objects/index.ts'
import { PLACES, TASKS } from './permission-error.ts'
import { REASONS } from './reasons.ts'
import { SECOND_FACTOR_TEXTS } from './second-factor/index.ts'
import { SERVER_FEATURES } from './server-features.ts'
import { SERVER_PAGE_TEXTS } from './server-pages.ts'
import { LINK_NAME_TEXTS } from './share-links/share-links.ts'
import { PARITY_TEXTS, TENANT_SIZE_TEXTS, TENANT_TEXTS } from './tenants/index.ts'

/**
 * The English catalogue: every text of the API and of the contract's rules by area and name. A page in English doesn't need it,
 * because each text comes with its English sentence; a page in another language loads its own of the same form.
 */
export function englishCatalogue(): Record<string, Readonly<Record<string, string>>> {
  return {
    alert: ALERT_TEXTS,
    bucketName: BUCKET_NAME_TEXTS,
    clusterTask: clusterTasks(),
    detail: DETAILS,
    error: Object.fromEntries(Object.entries(ERRORS).map(([code, { message }]) => [code, message])),
    feature: SERVER_FEATURES,
    input: INPUT_TEXTS,
    inputPart: INPUT_PARTS,
    inputType: INPUT_TYPES,
    linkName: LINK_NAME_TEXTS,
    objectName: OBJECT_NAME_TEXTS,
    objectTags: OBJECT_TAGS_TEXTS,
    parity: PARITY_TEXTS,
    place: PLACES,
    reason: REASONS,
    factorReason: SECOND_FACTOR_TEXTS,
    serverPage: SERVER_PAGE_TEXTS,
    shareExpiry: SHARE_EXPIRY_TEXTS,
    task: TASKS,
    tenant: TENANT_TEXTS,
    tenantSize: TENANT_SIZE_TEXTS,
  }
}
