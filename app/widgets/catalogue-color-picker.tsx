import { textColorOn } from '#core/lib/color.ts'
import { statusColors } from '#core/studios/palette.ts'
import { ColorPicker } from '#app/ui/color-picker.tsx'

type CatalogueColorPickerProps = { readonly value: string; readonly onChange: (value: string) => void }

const names = (
  'Light grey,Grey,Dark grey,Black,Red,Dark red,Orange,Dark orange,Amber,Yellow,Lime,Green,' +
  'Emerald,Dark green,Teal,Cyan,Sky,Blue,Dark blue,Indigo,Violet,Purple,Pink,Rose'
).split(',')

const colors = statusColors.map((value, index) => ({
  value,
  name: names[index] ?? value,
  signColor: textColorOn(value),
}))

/** The twenty-four colours of stages and statuses; a colour set elsewhere is kept until one of them is picked. */
export function CatalogueColorPicker({ value, onChange }: CatalogueColorPickerProps) {
  return <ColorPicker label="Colour" colors={colors} value={value.toLowerCase()} onChange={onChange} />
}
