type Choice = { chosen: string | null; named: string | null; hadFile: boolean }

/**
 * The template that is chosen when a file is taken: one chosen before there was any file is kept, one for the file before
 * goes with it. `named`: by the page's address.
 */
export const choiceFor = ({ chosen, named, hadFile }: Choice): string | null => (hadFile ? named : chosen)
