import { rewind } from '../../messages/en/rewind.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('rewind', rewind)
