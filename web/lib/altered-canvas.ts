/** By how much a colour channel that is read back may differ from what was drawn, 0 to 255: some browsers add noise. */
const NOISE = 8;

/** Against fingerprinting some browsers return noise or a blank canvas: then drawing must fail, not spoil the photo. */
export function isCanvasAltered(context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D) {
  const drawn = [37, 57, 155];
  context.fillStyle = `rgb(${drawn.join()})`;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  return drawn.some((value, channel) => Math.abs(value - (data[channel] ?? 0)) > NOISE);
}
