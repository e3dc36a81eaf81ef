;; The loops over pixels of ../resample-rows.ts and even-rows.ts, the same to the byte, with 128-bit SIMD
;; (WebAssembly core specification 2.0). `node packages/page-finder/wasm/make-wasm.ts` writes the module that the server loads.
;;
;; Places are in 65536ths of a pixel. A weight is 16 bits, four of them for each of 256 phases; they add up to 256.
;; A pixel that is held has 16 bits for red, green and blue each, and 16 that are 0.
(module
  (import "host" "memory" (memory 1))

  ;; Reads one row of the photo with the page's columns.
  (func (export "readAcross")
    (param $weights i32) ;; their address
    (param $row i32) ;; address of the photo's row, three bytes a pixel
    (param $last i32) ;; the last place that can be read; the first is 65536
    (param $columns i32) ;; address of the places of the columns
    (param $lean i32) ;; address of what is added to them for the next row
    (param $to i32) ;; address of the pixels that are held
    (param $end i32) ;; address after the last of them
    (local $place i32) (local $phase i32) (local $four v128) (local $sum v128)
    (loop $pixel
      (local.set $place (i32.load (local.get $columns)))
      (i32.store (local.get $columns) (i32.add (local.get $place) (i32.load (local.get $lean))))
      (local.set $place
        (select (i32.const 65536) (local.get $place) (i32.lt_s (local.get $place) (i32.const 65536))))
      (local.set $place
        (select (local.get $last) (local.get $place) (i32.gt_s (local.get $place) (local.get $last))))
      (local.set $phase
        (i32.add (local.get $weights) (i32.and (i32.shr_u (local.get $place) (i32.const 5)) (i32.const 2040))))
      ;; Four pixels from the one before the place on.
      (local.set $four
        (v128.load
          (i32.add (local.get $row)
            (i32.mul (i32.sub (i32.shr_u (local.get $place) (i32.const 16)) (i32.const 1)) (i32.const 3)))))
      (local.set $sum
        (i32x4.add
          (i32x4.dot_i16x8_s
            (i8x16.shuffle 0 16 3 16 1 16 4 16 2 16 5 16 16 16 16 16
              (local.get $four) (v128.const i32x4 0 0 0 0))
            (v128.load32_splat (local.get $phase)))
          (i32x4.dot_i16x8_s
            (i8x16.shuffle 6 16 9 16 7 16 10 16 8 16 11 16 16 16 16 16
              (local.get $four) (v128.const i32x4 0 0 0 0))
            (v128.load32_splat offset=4 (local.get $phase)))))
      (local.set $sum
        (i32x4.shr_s (i32x4.add (local.get $sum) (v128.const i32x4 128 128 128 128)) (i32.const 8)))
      (v128.store64_lane 0 (local.get $to) (i16x8.narrow_i32x4_s (local.get $sum) (local.get $sum)))
      (local.set $columns (i32.add (local.get $columns) (i32.const 4)))
      (local.set $lean (i32.add (local.get $lean) (i32.const 4)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (br_if $pixel (i32.lt_u (local.get $to) (local.get $end)))))

  ;; Writes one row of the page.
  (func (export "readDown")
    (param $weights i32) ;; their address
    (param $held i32) ;; address of the pixels in the photo's row 0, in the page's first column; it may lie before those that are held
    (param $width i32) ;; bytes of a row that is held
    (param $last i32) ;; the last place that can be read; the first is 65536
    (param $numer f64) (param $denom f64) ;; the photo's row is their quotient
    (param $numerStep f64) (param $denomStep f64) ;; from pixel to pixel
    (param $to i32) ;; address of the page's row, three bytes a pixel; one byte more is written
    (param $end i32) ;; address after its last pixel
    (local $place i32) (local $phase i32) (local $second i32) (local $third i32) (local $sum v128)
    (loop $pixel
      (local.set $place
        (i32.trunc_sat_f64_s (f64.mul (f64.div (local.get $numer) (local.get $denom)) (f64.const 65536))))
      (local.set $numer (f64.add (local.get $numer) (local.get $numerStep)))
      (local.set $denom (f64.add (local.get $denom) (local.get $denomStep)))
      (local.set $place
        (select (i32.const 65536) (local.get $place) (i32.lt_s (local.get $place) (i32.const 65536))))
      (local.set $place
        (select (local.get $last) (local.get $place) (i32.gt_s (local.get $place) (local.get $last))))
      (local.set $phase
        (i32.add (local.get $weights) (i32.and (i32.shr_u (local.get $place) (i32.const 5)) (i32.const 2040))))
      (local.set $second
        (i32.add (local.get $held)
          (i32.mul (i32.shr_u (local.get $place) (i32.const 16)) (local.get $width))))
      (local.set $third (i32.add (local.get $second) (local.get $width)))
      (local.set $sum
        (i32x4.add
          (i32x4.dot_i16x8_s
            (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23
              (v128.load64_zero (i32.sub (local.get $second) (local.get $width)))
              (v128.load64_zero (local.get $second)))
            (v128.load32_splat (local.get $phase)))
          (i32x4.dot_i16x8_s
            (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23
              (v128.load64_zero (local.get $third))
              (v128.load64_zero (i32.add (local.get $third) (local.get $width))))
            (v128.load32_splat offset=4 (local.get $phase)))))
      (local.set $sum
        (i32x4.shr_s (i32x4.add (local.get $sum) (v128.const i32x4 128 128 128 128)) (i32.const 8)))
      (local.set $sum (i16x8.narrow_i32x4_s (local.get $sum) (local.get $sum)))
      (v128.store32_lane 0 (local.get $to) (i8x16.narrow_i16x8_u (local.get $sum) (local.get $sum)))
      (local.set $held (i32.add (local.get $held) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 3)))
      (br_if $pixel (i32.lt_u (local.get $to) (local.get $end)))))

  ;; Calculates the gains of a row of pixels from those above and below it.
  (func (export "mixGains")
    (param $upper i32) (param $lower i32) ;; their addresses, 32 bits each
    (param $share i32) ;; of the way from one to the other, in 256ths
    (param $to i32) (param $end i32) ;; address of the result, and the one after it
    (local $from v128) (local $way v128)
    (local.set $way (i32x4.splat (local.get $share)))
    (loop $four
      (local.set $from (v128.load (local.get $upper)))
      (v128.store (local.get $to)
        (i32x4.add (local.get $from)
          (i32x4.shr_s
            (i32x4.mul (i32x4.sub (v128.load (local.get $lower)) (local.get $from)) (local.get $way))
            (i32.const 8))))
      (local.set $upper (i32.add (local.get $upper) (i32.const 16)))
      (local.set $lower (i32.add (local.get $lower) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $four (i32.lt_u (local.get $to) (local.get $end)))))

  ;; Evens the light of one colour of a row of pixels, three bytes a pixel.
  (func (export "evenRow")
    (param $logarithms i32) ;; address of those of the bytes, 32 bits each
    (param $gains i32) ;; address of those of this colour, 12 bytes from pixel to pixel
    (param $table i32) ;; address of the bytes of light by logarithm
    (param $mix i32) ;; address of the table that mixes the byte before and the byte after; 0 for none
    (param $at i32) (param $end i32) ;; address of the colour in the first pixel, and one after the last
    (local $before i32) (local $after i32)
    (loop $pixel
      (local.set $before (i32.load8_u (local.get $at)))
      (local.set $after
        (i32.load8_u
          (i32.add (local.get $table)
            (i32.shr_s
              (i32.add
                (i32.load (i32.add (local.get $logarithms) (i32.shl (local.get $before) (i32.const 2))))
                (i32.load (local.get $gains)))
              (i32.const 8)))))
      (if (local.get $mix)
        (then
          (local.set $after
            (i32.load8_u
              (i32.add (local.get $mix)
                (i32.or (i32.shl (local.get $before) (i32.const 8)) (local.get $after)))))))
      (i32.store8 (local.get $at) (local.get $after))
      (local.set $gains (i32.add (local.get $gains) (i32.const 12)))
      (local.set $at (i32.add (local.get $at) (i32.const 3)))
      (br_if $pixel (i32.lt_u (local.get $at) (local.get $end))))))
