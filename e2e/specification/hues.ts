/** Runs in the page. The nearest name of the color that an element is filled with. */
export function hueOf(element: Element): string {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) throw new Error('The browser draws nothing')
  canvas.fillStyle = getComputedStyle(element).backgroundColor
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  if (most - least < 30) return 'gray'
  if (most === blue) return 'blue'
  if (most === green) return 'green'
  return green - blue > 60 ? 'amber' : 'red'
}
