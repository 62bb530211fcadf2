import { emptyBucket } from '../../messages/en/empty-bucket.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('emptyBucket', emptyBucket)
