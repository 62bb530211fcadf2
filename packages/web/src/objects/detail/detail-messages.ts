import '../objects-messages.ts'
import { objectDetail } from '../../messages/en/object-detail.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('objectDetail', objectDetail)
