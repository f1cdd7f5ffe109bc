import type { Random } from '../random.ts'

/** A skin colour: lit, in shade, and the tint of lips and cheeks. */
export type Skin = { base: string; shade: string; lips: string }

export const skins: readonly Skin[] = [
  { base: '#fbe2d3', shade: '#efc5b0', lips: '#c9686a' },
  { base: '#f7d3bb', shade: '#e6b395', lips: '#c4625f' },
  { base: '#f0c4a1', shade: '#dba57f', lips: '#bd5b55' },
  { base: '#e3af86', shade: '#c98f65', lips: '#b25249' },
  { base: '#d1966c', shade: '#b3774e', lips: '#a34a42' },
  { base: '#bb7d55', shade: '#9a603b', lips: '#8f3f3b' },
  { base: '#9e6543', shade: '#7f4c2f', lips: '#7c3334' },
  { base: '#815136', shade: '#653b26', lips: '#6b2b2f' },
  { base: '#67402c', shade: '#4d2d1e', lips: '#7a3a3c' },
  { base: '#503226', shade: '#3a221a', lips: '#6d3438' },
]

/** A colour with a light variant for strands and a dark one for the background layer. */
export type Tint = { base: string; light: string; dark: string }
/** `worn` may be dyed; `grown` is the natural colour, of brows and beards. */
export type HairColour = { worn: Tint; grown: Tint }

const natural: readonly Tint[] = [
  { base: '#211b1f', light: '#3d343b', dark: '#151114' },
  { base: '#38251f', light: '#563a31', dark: '#271814' },
  { base: '#583829', light: '#79503c', dark: '#41281d' },
  { base: '#7b4b2e', light: '#9c6642', dark: '#5d3720' },
  { base: '#8e4425', light: '#b05e38', dark: '#6d3119' },
  { base: '#c2652f', light: '#db8650', dark: '#9b4c1f' },
  { base: '#a67f4e', light: '#c29d6b', dark: '#846238' },
  { base: '#dab56f', light: '#ecd097', dark: '#b9924d' },
  { base: '#ecdcb6', light: '#f8efd6', dark: '#cdb98b' },
]
const grey: readonly Tint[] = [
  { base: '#8c8b90', light: '#aeadb2', dark: '#6d6c72' },
  { base: '#b9b9be', light: '#d5d5d9', dark: '#97979d' },
  { base: '#e6e4e1', light: '#f8f7f5', dark: '#c5c2be' },
]
const dyed: readonly Tint[] = [
  { base: '#d4708b', light: '#eb97ac', dark: '#ae4f6b' },
  { base: '#2f7d85', light: '#53a1a8', dark: '#1f5b62' },
  { base: '#8f7cc4', light: '#b1a1de', dark: '#6c5b9f' },
  { base: '#b03a48', light: '#cf5c68', dark: '#852733' },
]

/**
 * Draws hair that fits skin and age: usually dark on dark skin, grey from fifty on, sometimes dyed.
 */
export function drawHair(random: Random, skin: number, age: number): HairColour {
  const last = skin >= 6 ? 1 : skin >= 4 ? 3 : natural.length - 1
  const first = skin < 2 ? 1 : 0
  const isGrey = age > 44 && random.chance((age - 42) / 30)
  const grown = isGrey
    ? random.pick(age > 60 ? grey : grey.slice(0, 2))
    : (natural[random.int(first, last)] as Tint)
  return { worn: random.chance(age < 40 ? 0.06 : 0.015) ? random.pick(dyed) : grown, grown }
}

/** Background gradient from top to bottom, its shapes, and matching clothes. */
export type Palette = {
  sky: readonly [string, string]
  shape: string
  second: string
  clothes: readonly string[]
}

export const palettes: readonly Palette[] = [
  {
    sky: ['#ffe3d1', '#fbb8a0'],
    shape: '#ff9d80',
    second: '#fff1e6',
    clothes: ['#27405e', '#7a2e4d', '#f4ead9', '#3b6b63'],
  },
  {
    sky: ['#fff0c9', '#f9cf7c'],
    shape: '#f3ae4e',
    second: '#fff8e3',
    clothes: ['#2d4a6b', '#a63d40', '#ffffff', '#4d6045'],
  },
  {
    sky: ['#d9efe6', '#94cdbb'],
    shape: '#5fae98',
    second: '#eef9f4',
    clothes: ['#f2b8a0', '#30415d', '#fff4df', '#8a3b55'],
  },
  {
    sky: ['#dbe8fb', '#98bdee'],
    shape: '#6c9fe0',
    second: '#f1f6fe',
    clothes: ['#f7d46b', '#e86f5e', '#22304c', '#fdf6ec'],
  },
  {
    sky: ['#e9ddf7', '#bda3e4'],
    shape: '#9a7bd1',
    second: '#f6f0fd',
    clothes: ['#f5b95f', '#2f3f63', '#fdf1ee', '#c24d6c'],
  },
  {
    sky: ['#fbdce4', '#ef9fb5'],
    shape: '#e3758f',
    second: '#fff0f3',
    clothes: ['#2c5a63', '#fff7ec', '#4a3460', '#f2c14e'],
  },
  {
    sky: ['#e4e3d3', '#b9b98f'],
    shape: '#8f9664',
    second: '#f4f3e8',
    clothes: ['#b5533c', '#283f3b', '#f7ead3', '#6a4c7d'],
  },
  {
    sky: ['#cfe6ee', '#7fb4c9'],
    shape: '#4a8fab',
    second: '#e9f5f9',
    clothes: ['#f3e3c6', '#d9624c', '#1f3a4d', '#f0b64e'],
  },
  {
    sky: ['#f3d9c4', '#d29c76'],
    shape: '#b9764c',
    second: '#fbeee2',
    clothes: ['#28424a', '#f6efe3', '#7c3a3e', '#52693f'],
  },
  {
    sky: ['#2f3e63', '#1a2542'],
    shape: '#48608f',
    second: '#f3c98b',
    clothes: ['#e9a15c', '#f3e9da', '#c75b6a', '#6fa59b'],
  },
  {
    sky: ['#5a2f4d', '#361b33'],
    shape: '#85486f',
    second: '#f5b59b',
    clothes: ['#f0c987', '#e8e0ea', '#4d8a87', '#e27d73'],
  },
  {
    sky: ['#1f4d4f', '#123234'],
    shape: '#327273',
    second: '#f2d39a',
    clothes: ['#f2a27c', '#f4ecd8', '#dcbf6a', '#a14a5b'],
  },
  {
    sky: ['#f6f1e7', '#ded3bf'],
    shape: '#c9b797',
    second: '#ffffff',
    clothes: ['#314a5f', '#a9523f', '#5a6b4a', '#23262e'],
  },
  {
    sky: ['#ffd9b8', '#f08a6b'],
    shape: '#ffc48c',
    second: '#ffe9cf',
    clothes: ['#43335c', '#1f4a52', '#fff3e0', '#8c2f45'],
  },
  {
    sky: ['#c9dcc9', '#86a98d'],
    shape: '#678f72',
    second: '#e8f1e7',
    clothes: ['#f5d5b8', '#5b3a5e', '#f7f3e8', '#c9653f'],
  },
  {
    sky: ['#cfd4e6', '#8f9bc4'],
    shape: '#7080b4',
    second: '#ebeef8',
    clothes: ['#e9876b', '#fbf3e6', '#2a3355', '#e2b457'],
  },
]
