export { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'
