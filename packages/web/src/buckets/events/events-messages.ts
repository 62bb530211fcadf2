import { bucketEvents } from '../../messages/en/bucket-events.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('bucketEvents', bucketEvents)
