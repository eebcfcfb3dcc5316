import { defineWith, type Command } from '#app/commands/define-command.ts'
import type { BoardPage } from '../board-page.ts'
import { finishCrop, startCrop, uncropped } from '../cropping.ts'
import { group, guardsOf, scope } from './guards.ts'

/** Commands that crop a picture; the whole picture is kept and can be restored. */
export function makeCropCommands({ model }: BoardPage): readonly Command[] {
  const { canEdit } = guardsOf(model)
  const define = defineWith({ group, scope })
  const findPicture = () => {
    const [only, ...others] = model.getMovable()
    return only?.type === 'image' && others.length === 0 ? only : undefined
  }
  const cropped = () => model.getMovable().filter(({ crop }) => crop !== undefined)
  const isCropping = (): boolean => model.view.get().cropping !== undefined
  return [
    define({
      id: 'canvas.crop',
      title: 'Crop the picture',
      keys: ['c'],
      keywords: ['cut', 'trim', 'frame'],
      when: () => canEdit() && (isCropping() || findPicture() !== undefined),
      run: async () => {
        if (isCropping()) return await finishCrop(model)
        const item = findPicture()
        if (item !== undefined) startCrop(model, item)
        return undefined
      },
    }),
    define({
      id: 'canvas.uncrop',
      title: 'Show the whole picture',
      keys: ['shift+c'],
      keywords: ['crop', 'reset'],
      when: () => canEdit() && cropped().length > 0,
      run: async () => {
        model.view.set({ cropping: undefined, drafts: new Map() })
        const set = cropped().map((item) => ({ id: item.id, fields: uncropped(item) }))
        return await model.change({ label: 'Show the whole picture', set })
      },
    }),
  ]
}
