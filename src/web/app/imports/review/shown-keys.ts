import * as m from '#messages'

/** Every key that the preview answers to, the app's own among them. Made anew for each language. */
export const shownKeys = (): [string, string][] => [
  ['J  K', m.imports_keys_step()],
  [m.imports_keys_arrows(), m.imports_keys_move()],
  ['Page Up  Page Down', m.imports_keys_page()],
  ['Home  End', m.imports_keys_ends()],
  ['Ctrl Home  Ctrl End', m.imports_keys_far()],
  ['Enter  F2', m.imports_keys_write()],
  ['Tab', m.imports_keys_next()],
  ['Esc', m.imports_keys_cancel()],
  [m.imports_keys_space(), m.imports_keys_mark()],
  [m.imports_keys_shift_space(), m.imports_keys_range()],
  ['Ctrl Z  ⌘ Z', m.imports_keys_undo()],
  ['/', m.imports_keys_search()],
  ['Ctrl K  ⌘ K', m.shell_palette_open()],
  [m.imports_keys_go_letter(), m.imports_keys_go()],
  ['Alt T', m.imports_keys_toast()],
  ['?', m.imports_keys_this()],
]
