import { copying } from '../../messages/en/copying.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('copying', copying)
