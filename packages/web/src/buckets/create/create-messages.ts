import { createBucket } from '../../messages/en/create-bucket.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('createBucket', createBucket)
