"""What only players of Meerkats need: a belief about hidden colours, and an endgame over all of them."""
