import { bucket } from '../../messages/en/bucket.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('bucket', bucket)
