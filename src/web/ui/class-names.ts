import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '16', '18', '22', '30', '44', '72'],
      'font-weight': ['normal', 'strong', 'display', 'head'],
      spacing: ['row', 'control', 'control-l', 'gutter', 'nav', 'panel', 'top'],
      radius: ['1', '2', '3'],
      shadow: ['float'],
    },
  },
})

/** Joins class names; of two that set the same thing the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
