import { dialogControls, type ControlNames } from './control-names.ts'

/**
 * Returns the scene of a storyboard's panel, as Storyboard Pro names clips: `Sc_12` for `Sc_12_Panel_3`. Undefined for
 * other names; a scene has a number.
 */
export function findScene(name: string): string | undefined {
  const scene = /^(.*[^_\-. ])[_\-. ]+(?:panel|pnl)[_\-. ]*\d+[a-z]?$/i.exec(name)?.[1]
  return scene !== undefined && /\d/.test(scene) ? scene : undefined
}

/** Describes how the panels in a cut were read, by the names of its clips. */
export function describePanels(
  names: readonly string[],
  {
    match,
    controls = dialogControls,
  }: { readonly match: string | undefined; readonly controls?: ControlNames | undefined },
): readonly string[] {
  if (match !== undefined) return []
  const each = [...new Set(names)]
  const panels = each.filter((name) => findScene(name) !== undefined)
  const scenes = new Set(panels.map(findScene))
  if (panels.length > 0) {
    const count = `${panels.length} ${panels.length === 1 ? 'panel' : 'panels'} in ${scenes.size} ${scenes.size === 1 ? 'scene' : 'scenes'}`
    return [
      `The panels of a scene are one shot (${count}), as long as all of them. To keep each panel, write {item} at ${controls.match}.`,
    ]
  }
  const numbered = each.filter((name) => /^\d+[a-z]?-[a-z\d]+-\d+[a-z]?$/i.test(name))
  const sceneOf = (name: string): string => name.slice(0, name.lastIndexOf('-'))
  const [one, other] = numbered.flatMap((name) => {
    const next = numbered.find((another) => another !== name && sceneOf(another) === sceneOf(name))
    return next === undefined ? [] : [name, next]
  })
  return one === undefined || other === undefined
    ? []
    : [
        `Clips such as "${one}" and "${other}" may be panels of one scene; each is a shot here. Names such as ${sceneOf(one)}_Panel_1 make one shot of a scene.`,
      ]
}
