-- A quarter of the 62^7 numbers for each region; `local` is the one box. Ranges never overlap.

INSERT INTO id_blocks (region, next, max) VALUES
  ('local', 0, 880403651552),
  ('us-east', 880403651552, 1760807303104),
  ('eu-west', 1760807303104, 2641210954656),
  ('ap-southeast', 2641210954656, 3521614606208)
ON CONFLICT (region) DO NOTHING;
