import * as m from '#messages'
import type { Template } from '#templates/contract.ts'

/** A template in a list to choose from; a company's copy of its firm's has the same name and bank. */
export const templateOption = ({ id, name, bank, sharedBy }: Pick<Template, 'id' | 'name' | 'bank' | 'sharedBy'>) => ({
  value: id,
  label: name,
  hint: sharedBy ? m.templates_shared_by({ firm: sharedBy.name }) : bank,
})
