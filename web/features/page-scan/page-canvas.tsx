import { useEffect, useRef } from 'react';
import type { Picture } from '../../../packages/page-finder/picture.ts';

interface PageCanvasProps {
  picture: Picture;
  alt: string;
  className?: string | undefined;
}

export function PageCanvas({ picture, alt, className }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data, width, height } = picture;
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
  }, [data, width, height]);
  return (
    <canvas ref={canvas} role="img" aria-label={alt} width={width} height={height} className={className} />
  );
}
