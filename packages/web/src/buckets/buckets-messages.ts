import { buckets } from '../messages/en/buckets.ts'
import { addMessages } from '../messages/i18n.ts'

addMessages('buckets', buckets)
