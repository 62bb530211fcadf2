import { goTo } from '../../messages/en/go-to.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('goTo', goTo)
