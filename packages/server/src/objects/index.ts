/** Listing, uploading, downloading and deleting objects. */
import type { Feature } from '../shared/feature.ts'
import { changeRoute } from './change.route.ts'
import { changeVersionsRoute } from './change-versions.route.ts'
import { copyRoute } from './copy.route.ts'
import { countRoute } from './count.route.ts'
import { deleteRoutes } from './delete.routes.ts'
import { deletedRoute } from './deleted.route.ts'
import { detailsRoute } from './details.route.ts'
import { directRoutes } from './direct.routes.ts'
import { downloadRoute } from './download.route.ts'
import { downloadSelectionRoute } from './download-selection.route.ts'
import { listRoute } from './list.route.ts'
import { lockRoutes } from './lock.routes.ts'
import { restoreRoute } from './restore.route.ts'
import { rewindRoute } from './rewind.route.ts'
import { searchRoute } from './search.route.ts'
import { shareRoute } from './share.route.ts'
import { objectSummariesRoute } from './summaries.route.ts'
import { uploadRoute } from './upload.route.ts'
import { uploadPartsRoutes } from './upload-parts.routes.ts'
import { uploadsRoutes } from './uploads.routes.ts'

export { ByteBudget } from './byte-budget.ts'
export { changeOf } from './change/change-one.ts'
export { goalOf, requirePaths } from './change-versions/goal.ts'
export { stateOfVersion, type VersionAction, VersionPlan } from './change-versions/plan.ts'
export { copyWhole } from './copy/copy-whole.ts'
export { describing } from './copy/describing.ts'
export { deleteSource, headSource, stateOf } from './copy/source-of-copy.ts'
export {
  atTarget,
  isSameText,
  isSmallSource,
  lockOf,
  type OtherTarget,
  type ReadSource,
  readSmallSource,
  streamWhole,
  tagsOf,
} from './copy/stream-whole.ts'
export { Deletion } from './delete/deletion.ts'
export { presignDownload } from './direct.routes.ts'
export { getResumable } from './get-resumable.ts'
export { compareBytes } from './list-entries.ts'
export { etagOf } from './object-headers.ts'
export { prefixOf, type Selected } from './selection.ts'
export { conditionsOf, sendObject } from './send-object.ts'
export { sendZip } from './send-zip.ts'
export { versionsOfKey } from './versions/versions-of-key.ts'

export const objects: Feature = [
  listRoute,
  rewindRoute,
  searchRoute,
  deletedRoute,
  detailsRoute,
  objectSummariesRoute,
  lockRoutes,
  restoreRoute,
  changeRoute,
  changeVersionsRoute,
  copyRoute,
  countRoute,
  uploadsRoutes,
  uploadPartsRoutes,
  uploadRoute,
  directRoutes,
  downloadRoute,
  downloadSelectionRoute,
  deleteRoutes,
  shareRoute,
]
