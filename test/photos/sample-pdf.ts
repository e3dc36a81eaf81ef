/** A page of a PDF: a JPEG that fills it, as scanner apps write it, or a content stream of its own. */
export type SamplePage = { jpeg: Buffer; width: number; height: number } | { content: string };

interface SamplePdf {
  /** points, of each page */
  size?: [number, number];
  /** further entries of the trailer, with objects of their own */
  trailer?: string;
}

/** A PDF (ISO 32000-1, 7.5) as scanner apps hand it over. */
export function samplePdf(pages: SamplePage[], { size = [595, 842], trailer = '' }: SamplePdf = {}): Buffer {
  const [width, height] = size;
  const kids = pages.map((_, index) => `${3 + 3 * index} 0 R`).join(' ');
  const objects: (string | [string, Buffer])[] = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
  ];
  pages.forEach((page, index) => {
    const at = 3 + 3 * index;
    const content = 'content' in page ? page.content : `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
    const image = 'jpeg' in page ? page : null;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${at + 1} 0 R/Resources<</XObject<</I ${at + 2} 0 R>>>>>>`,
      [`/Length ${content.length}`, Buffer.from(content)],
      [
        `/Type/XObject/Subtype/Image/Width ${image?.width ?? 1}/Height ${image?.height ?? 1}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${image?.jpeg.length ?? 0}`,
        image?.jpeg ?? Buffer.alloc(0),
      ],
    );
  });
  const parts = [Buffer.from('%PDF-1.7\n')];
  let length = 9;
  const offsets = objects.map((object, index) => {
    const at = length;
    const body =
      typeof object === 'string'
        ? [Buffer.from(object)]
        : [Buffer.from(`<<${object[0]}>>stream\n`), object[1], Buffer.from('\nendstream')];
    const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n')]);
    parts.push(written);
    length += written.length;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
